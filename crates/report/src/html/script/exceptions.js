// The exceptions that a filter leaves, a page of rows at a time, each with its calculation.

const ROWS = 100;
// On paper, where nobody turns pages.
const ROWS_ON_PAPER = 1000;

const COLUMNS = [
  ['line', 'No.', ''], ['code', 'Check', 'whole'], ['time', 'Time', ''], ['place', 'Table or link', 'wide'],
  ['round', 'Round', 'number wide'], ['seat', 'Seat', 'number wide'], ['dealer', 'Dealer', 'wide'],
  [null, 'Expected', 'wide'], [null, 'Recorded', 'wide'], ['money', 'Difference', 'number'],
];

const partyInWords = (favours) => (favours === null ? null : `the ${favours}`);

// A place of the evidence as a key.
const placeKey = ({ file, line }) => `${line} ${file}`;

// Everything that is known of one exception.
const detail = (report, exception) => {
  const { file, line, round, seat } = exception;
  const beside = report.engagement.file;
  const others = exception.round === null ? [] : exception.companions();
  const told = report.told.get(placeKey(exception));
  return el('div', { class: 'detail' },
    pairs([
      ['Where', `${file}:${line}`],
      ['When', clock(exception.time)],
      ['Table', exception.table], ['Link', exception.link], ['Round', round], ['Seat', seat],
      ['Dealer', exception.dealer], ['Gaming day', exception.day],
      ['Expected', exception.expected], ['Recorded', exception.recorded],
      ['Difference', exception.micros === null ? null : signed(exception.micros)],
      ['In favour of', partyInWords(exception.favours)],
      ['Calculation', exception.explanation],
      ['Explained by', exception.cause === null ? null : `cause ${exception.cause}`],
      ['Waived by', exception.waiver === undefined ? null : `waiver ${exception.waiver}`],
      ['Others of the round', others.map((e) => `No. ${e.number} ${e.code}`).join(', ')],
    ]),
    told ? tellingOf(told) : el('p', {}, 'The round, card by card, and the records around it: ',
      el('code', {}, `feltproof show ${quoted(`${file}:${line}`)} --engagement ${quoted(beside)}`)));
};

// Cards as they are drawn: rank and suit, red suits told apart by more than their colour.
const CARD = /(10|[2-9TJQKA])([♠♥♦♣])/;
const withCards = (line) => line.split(/((?:10|[2-9TJQKA])[♠♥♦♣])/).map((part) => {
  const card = CARD.exec(part);
  if (card === null || card[0] !== part) return part;
  return el('span', { class: '♥♦'.includes(card[2]) ? 'card red' : 'card' }, part);
});

// The round or meter as the journals have it, with the raw records.
const tellingOf = (told) => el('details', { class: 'told' },
  el('summary', {}, 'Step by step, with the raw records'),
  told.text.trim().split('\n').filter((line) => line.trim() !== '').map((line) => {
    const deep = line.length - line.trimStart().length;
    const look = `step deep-${Math.min(deep, 4)}${/DIFFERS/.test(line) ? ' here' : ''}`;
    return el('div', { class: look }, withCards(line.trim()));
  }),
  told.records.length === 0 ? null : scrolled(`Records of ${told.file}`, el('table', {},
    el('caption', {}, `${told.file}: line ${told.line} and its neighbours, as they stand in the file`),
    el('thead', {}, el('tr', {}, ['Line', 'Record'].map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, told.records.map((raw) => el('tr', raw.line === told.line ? { class: 'here' } : {},
      el('th', { scope: 'row' }, raw.line), el('td', { class: 'code' }, raw.text)))))));

const exceptionsOf = (report, host) => {
  const state = { shown: [], first: 0, rows: ROWS, key: 'line', down: false, open: new Set() };
  const caption = el('caption', { id: 'exceptions-caption' });
  const status = el('p', { role: 'status', class: 'status' });
  const body = el('tbody');
  const headOf = ([key, title], isPaper) =>
    (key === null || isPaper ? title : button(title, () => sort(key), { class: 'sort' }));
  const heads = COLUMNS.map((column) =>
    el('th', { scope: 'col', class: column[2] }, headOf(column, false)));
  const last = () => Math.max(0, Math.ceil(state.shown.length / state.rows) - 1) * state.rows;
  const turns = [
    ['First page', () => 0], ['Previous page', () => state.first - state.rows],
    ['Next page', () => state.first + state.rows], ['Last page', last],
  ].map(([title, to]) => button(title, () => turn(to())));
  const table = el('table', { id: 'exceptions-table' }, caption, el('thead', {}, el('tr', {}, heads)), body);
  host.append(el('h3', { id: 'exceptions-title', tabindex: '-1' }, 'Exceptions'), status,
    el('div', { class: 'turns' }, turns), scrolled('Exceptions', table));

  const rowsOf = (exception) => {
    const id = `detail-${exception.number}`;
    const isOpen = state.open.has(exception.number);
    const look = { 'aria-expanded': String(isOpen), 'aria-label': `Exception ${exception.number}, details` };
    if (isOpen) look['aria-controls'] = id;
    const opener = button(grouped(exception.number), () => {
      if (!state.open.delete(exception.number)) state.open.add(exception.number);
      const now = rowsOf(exception);
      const next = row.nextElementSibling;
      if (isOpen && next) next.remove();
      row.replaceWith(...now);
      now[0].querySelector('button').focus();
    }, look);
    const money = exception.micros === null ? '' : signed(exception.micros);
    const row = el('tr', {}, el('th', { scope: 'row' }, opener),
      [exception.code, clock(exception.time), exception.place, exception.round, exception.seat,
        exception.dealer, exception.expected, exception.recorded, money]
        .map((text, at) => el('td', { class: COLUMNS[at + 1][2] }, text)));
    if (!isOpen) return [row];
    const cell = el('td', { colspan: String(COLUMNS.length) }, detail(report, exception));
    return [row, el('tr', { id, class: 'more' }, cell)];
  };
  const draw = () => {
    const { shown, first, rows } = state;
    body.replaceChildren(...shown.slice(first, first + rows).flatMap(rowsOf));
    const end = Math.min(first + rows, shown.length);
    const range = shown.length === 0 ? 'No exception' : `Exceptions ${grouped(first + 1)} to ${grouped(end)}`;
    caption.textContent = `${range} of ${grouped(shown.length)} that the filter leaves`;
    turns[0].disabled = turns[1].disabled = first === 0;
    turns[2].disabled = turns[3].disabled = first >= last();
    COLUMNS.forEach(([key], at) => {
      const order = key === state.key ? (state.down ? 'descending' : 'ascending') : null;
      if (order) heads[at].setAttribute('aria-sort', order);
      else heads[at].removeAttribute('aria-sort');
    });
  };
  const turn = (to) => {
    state.first = Math.min(Math.max(to, 0), last());
    draw();
  };
  const sort = (key) => {
    // The largest money first, everything else from its beginning.
    state.down = state.key === key ? !state.down : key === 'money';
    state.key = key;
    state.shown = ordered(state.shown, key, state.down);
    turn(0);
  };
  const show = (exceptions, said) => {
    state.shown = ordered(exceptions, state.key, state.down);
    status.textContent = said;
    turn(0);
  };
  const onPaper = (isPaper) => {
    state.rows = isPaper ? ROWS_ON_PAPER : ROWS;
    // A button is not repeated with its head on each sheet.
    heads.forEach((head, at) => head.replaceChildren(headOf(COLUMNS[at], isPaper)));
    turn(isPaper ? 0 : state.first);
  };
  return { show, onPaper };
};

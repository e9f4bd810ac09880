// A meter as a plot: what is recorded and what the reference keeps, with awards, reseeds and adjustments.

const HEIGHT = 280;
const EDGE = { left: 84, right: 14, top: 14, bottom: 40 };
// A shape of its own for each, not a colour alone.
const SHAPES = {
  award: 'M0 -7L7 6L-7 6Z', reseed: 'M0 -7L7 0L0 7L-7 0Z', adjustment: 'M-6 -6L6 -6L6 6L-6 6Z',
};

const pointsOf = (meter) => meter.series.map((point) => {
  const { at, offset } = moment(point.time);
  const [recorded, expected] = [micros(point.recorded_dollars), micros(point.expected_dollars)];
  return {
    at, offset, time: point.time, moved: point.moved_by, recorded, expected,
    // For the pen.
    drawn: [Number(recorded) / 1e6, Number(expected) / 1e6],
  };
});

const readingOf = (point) => {
  const by = point.recorded - point.expected;
  const differs = by === 0n ? 'no difference' : `difference ${signed(by)}`;
  const moved = point.moved === null ? '' : `, ${point.moved}`;
  return `${clock(point.time)}${moved}: recorded ${dollars(point.recorded)}, expected ${dollars(point.expected)}, ${differs}`;
};

// The picture of one stretch of time, as an SVG element.
const drawing = (points, view, width, cursor) => {
  const inside = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
  const begin = Math.max(0, points.findIndex((p) => p.at >= view.from) - 1);
  let end = points.length - 1;
  while (end > begin && points[end - 1].at > view.to) end -= 1;
  const seen = points.slice(begin, end + 1);
  const values = seen.flatMap((p) => p.drawn);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.08 || Math.max(Math.abs(high) * 0.01, 1);
  [low, high] = [low - room, high + room];
  const x = (at) => EDGE.left + ((at - view.from) / (view.to - view.from)) * inside[0];
  const y = (value) => EDGE.top + ((high - value) / (high - low)) * inside[1];
  const offset = (at) => (points.findLast((p) => p.at <= at) || points[0]).offset;
  const path = (of) => seen.map((p, at) => {
    const [px, py] = [x(p.at).toFixed(1), y(p.drawn[of]).toFixed(1)];
    return at === 0 ? `M${px} ${py}` : `H${px}V${py}`;
  }).join('');
  const clip = fresh('clip');
  const frame = { x: EDGE.left, y: EDGE.top, width: inside[0], height: inside[1] };
  const bottom = HEIGHT - EDGE.bottom;
  const rules = valueTicks(low, high, 6).flatMap(({ value, text }) => [
    mark('line', { class: 'rule', x1: EDGE.left, x2: width - EDGE.right, y1: y(value), y2: y(value) }),
    mark('text', { x: EDGE.left - 8, y: y(value) + 4, 'text-anchor': 'end' }, text),
  ]);
  const times = timeTicks(view.from, view.to, Math.max(2, Math.floor(inside[0] / 70)), offset)
    .flatMap(({ value, text, day }) => [
      mark('line', { class: 'rule', x1: x(value), x2: x(value), y1: bottom, y2: bottom + 4 }),
      mark('text', { x: x(value), y: bottom + 17, 'text-anchor': 'middle' }, text || day),
      text && day ? mark('text', { x: x(value), y: bottom + 32, 'text-anchor': 'middle' }, day) : null,
    ]);
  const events = seen.filter((p) => p.moved !== null).map((p) => mark('path', {
    class: `event ${p.moved}`, d: SHAPES[p.moved], transform: `translate(${x(p.at)} ${y(p.drawn[0])})`,
  }));
  const here = points[cursor];
  const line = here.at < view.from || here.at > view.to ? [] : [
    mark('line', { class: 'cursor', x1: x(here.at), x2: x(here.at), y1: EDGE.top, y2: bottom }),
    mark('circle', { class: 'cursor', cx: x(here.at), cy: y(here.drawn[0]), r: 4 }),
  ];
  return mark('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' },
    mark('clipPath', { id: clip }, mark('rect', frame)), rules, times,
    mark('g', { 'clip-path': `url(#${clip})` },
      mark('path', { class: 'expected', d: path(1) }), mark('path', { class: 'recorded', d: path(0) }), events, line));
};

const nameOf = (meter) => (meter.link.endsWith(` ${meter.level}`)
  ? `${meter.link}, ${meter.account}` : `${meter.link} ${meter.level}, ${meter.account}`);

const legendOf = (points) => {
  const sample = (children) => mark('svg', { viewBox: '-12 -9 24 18', 'aria-hidden': 'true', class: 'sample' }, children);
  const line = (look) => sample(mark('path', { class: look, d: 'M-12 0H12' }));
  const kinds = Object.keys(SHAPES).filter((kind) => points.some((p) => p.moved === kind));
  return el('ul', { class: 'legend', 'aria-label': 'Legend' },
    el('li', {}, line('recorded'), ' recorded'), el('li', {}, line('expected'), ' expected'),
    kinds.map((kind) => el('li', {}, sample(mark('path', { class: `event ${kind}`, d: SHAPES[kind] })), ` ${kind}`)));
};

// The awards, reseeds and adjustments of a plot as a table, each to be looked at.
const eventsOf = (points, name, look) => {
  const rows = points.map((p, at) => [p, at]).filter(([p]) => p.moved !== null);
  if (rows.length === 0) return null;
  const heads = ['Time', 'What', 'Recorded', 'Expected', 'On the plot'];
  return el('details', {}, el('summary', {}, `Awards, reseeds and adjustments (${rows.length})`),
    scrolled(`Events of ${name}`, el('table', {}, el('caption', {}, `Events of ${name}`),
      el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
      el('tbody', {}, rows.map(([p, at]) => el('tr', {},
        el('th', { scope: 'row' }, clock(p.time)), el('td', {}, p.moved),
        el('td', { class: 'number' }, dollars(p.recorded)), el('td', { class: 'number' }, dollars(p.expected)),
        el('td', {}, button('Show', () => look(at), { 'aria-label': `Show the ${p.moved} of ${clock(p.time)}` }))))))));
};

const plotOf = (meter) => {
  const name = nameOf(meter);
  const points = pointsOf(meter);
  if (points.length < 2) return el('p', {}, `${name}: too few displays on record for a plot.`);
  const [first, last] = [points[0].at, points[points.length - 1].at];
  const whole = { from: first, to: Math.max(last, first + MINUTE) };
  // What a reader looks for first: where the record leaves the reference.
  const parted = points.findIndex((p) => p.recorded !== p.expected);
  const state = { ...whole, cursor: parted < 0 ? points.length - 1 : parted, width: 640, drag: null };
  const said = el('p', { class: 'reading' });
  const picture = el('div', {
    class: 'picture', role: 'slider', tabindex: '0', 'aria-label': `Displays of ${name}`,
    'aria-valuemin': '0', 'aria-valuemax': String(points.length - 1),
  });
  const draw = () => {
    picture.replaceChildren(drawing(points, state, state.width, state.cursor));
    const text = readingOf(points[state.cursor]);
    said.textContent = text;
    picture.setAttribute('aria-valuenow', String(state.cursor));
    picture.setAttribute('aria-valuetext', text);
  };
  const view = (from, to) => {
    const span = Math.min(Math.max(to - from, MINUTE), whole.to - whole.from);
    state.from = Math.min(Math.max(from, whole.from), whole.to - span);
    state.to = state.from + span;
    draw();
  };
  const zoom = (by, at = (state.from + state.to) / 2) => {
    view(at - (at - state.from) * by, at + (state.to - at) * by);
  };
  const pan = (by) => {
    const span = state.to - state.from;
    view(state.from + span * by, state.to + span * by);
  };
  const read = (to) => {
    state.cursor = Math.min(Math.max(to, 0), points.length - 1);
    const { at } = points[state.cursor];
    const half = (state.to - state.from) / 2;
    if (at < state.from || at > state.to) view(at - half, at + half);
    else draw();
  };
  const look = (at) => {
    const span = Math.min((whole.to - whole.from) / 8, 60 * MINUTE);
    state.cursor = at;
    view(points[at].at - span, points[at].at + span);
    picture.focus();
  };
  const keys = {
    ArrowLeft: () => read(state.cursor - 1), ArrowRight: () => read(state.cursor + 1),
    ArrowDown: () => read(state.cursor - 1), ArrowUp: () => read(state.cursor + 1),
    PageDown: () => read(state.cursor - 10), PageUp: () => read(state.cursor + 10),
    Home: () => read(0), End: () => read(points.length - 1),
    '+': () => zoom(0.5, points[state.cursor].at), '-': () => zoom(2), 0: () => view(whole.from, whole.to),
  };
  picture.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const under = (event) => {
    const box = picture.getBoundingClientRect();
    const part = (event.clientX - box.left - EDGE.left) / (box.width - EDGE.left - EDGE.right);
    return state.from + part * (state.to - state.from);
  };
  const nearest = (at) => points.reduce((best, p, number) =>
    (Math.abs(p.at - at) < Math.abs(points[best].at - at) ? number : best), 0);
  picture.addEventListener('pointermove', (event) => {
    state.cursor = nearest(Math.min(Math.max(under(event), state.from), state.to));
    draw();
  });
  // A stretch drawn over with the mouse is looked at; a finger scrolls the page as everywhere.
  picture.addEventListener('pointerdown', (event) => {
    state.drag = event.pointerType === 'mouse' ? under(event) : null;
  });
  picture.addEventListener('pointerup', (event) => {
    const [from, to] = [state.drag, under(event)];
    state.drag = null;
    if (from !== null && Math.abs(to - from) > (state.to - state.from) / 50) {
      view(Math.min(from, to), Math.max(from, to));
    }
  });
  new ResizeObserver(() => {
    const width = Math.max(280, Math.round(picture.clientWidth));
    if (width === state.width) return;
    state.width = width;
    draw();
  }).observe(picture);
  draw();
  const tools = [['Zoom in', () => zoom(0.5, points[state.cursor].at)], ['Zoom out', () => zoom(2)],
    ['Earlier', () => pan(-0.5)], ['Later', () => pan(0.5)], ['Whole', () => view(whole.from, whole.to)]];
  return el('figure', {},
    el('figcaption', {}, el('strong', {}, name), `: ${plural(points.length, 'display')} drawn of ${plural(meter.events, 'event')}`),
    legendOf(points), picture, said,
    el('div', { class: 'turns', role: 'group', 'aria-label': `View of ${name}` },
      tools.map(([title, act]) => button(title, act))),
    eventsOf(points, name, look));
};

// Puts everything into the page, from the report that stands in it as data.

const matrixFilter = () => {
  const [host, table] = [byId('matrix-filter'), byId('matrix')];
  if (host === null) return;
  const rows = [...table.tBodies[0].rows];
  const results = [...new Set(rows.map((row) => row.dataset.result))];
  const values = results.map((result) => {
    const number = rows.filter((row) => row.dataset.result === result).length;
    return [`${result} (${number})`, result];
  });
  const status = el('p', { role: 'status', class: 'status' });
  const result = choice('Result', 'all', values, () => show());
  const show = () => {
    const wanted = result.value();
    rows.forEach((row) => {
      row.hidden = wanted !== undefined && row.dataset.result !== wanted;
    });
    const left = rows.filter((row) => !row.hidden).length;
    status.textContent = `${left} of ${rows.length} controls`;
  };
  host.append(el('div', { class: 'fields' }, result.node), status);
  host.hidden = false;
  show();
};

// Exceptions of one round know one another.
const introduce = (exceptions) => {
  const rounds = new Map();
  const key = (e) => JSON.stringify([e.place, e.day, e.round]);
  for (const exception of exceptions) {
    if (exception.round === null) continue;
    const of = key(exception);
    if (!rounds.has(of)) rounds.set(of, []);
    rounds.get(of).push(exception);
  }
  exceptions.forEach((exception) => {
    exception.companions = () => rounds.get(key(exception)).filter((other) => other !== exception).slice(0, 20);
  });
};

const explore = (report) => {
  const all = prepared(report);
  introduce(all);
  const listed = exceptionsOf(report, byId('exceptions'));
  const findings = findingsOf(report, byId('findings'), (number) => {
    filters.fields.finding.set(number);
    show();
    const title = byId('exceptions-title');
    title.scrollIntoView();
    title.focus();
  });
  const show = () => {
    const asked = filters.asked();
    const left = all.filter((exception) => matches(exception, asked));
    const words = filters.inWords();
    findings.show(left, words !== '');
    const unlisted = report.causes.reduce((sum, cause) => sum + cause.exceptions_not_listed, 0);
    const known = unlisted === 0 ? '' : ` ${plural(unlisted, 'exception')} more of known causes are counted and not listed.`;
    const elsewhere = report.exceptions_not_on_page;
    const more = elsewhere === 0 ? known : `${known} For ${plural(elsewhere, 'exception')} more this page has no room: \`feltproof audit --report json\` lists them.`;
    const said = `${plural(left.length, 'exception')}: ${moneyInWords(tally(left))}.`;
    listed.show(left, `${said}${words === '' ? '' : ` Filter: ${words}.`}${more}`);
  };
  const filters = filtersOf(report, all, () => show());
  byId('filters').append(filters.node);
  show();
  ['filters', 'exceptions'].forEach((id) => {
    byId(id).hidden = false;
  });
  // Paper has no pages to turn and nothing to open.
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open]):not(.told)')];
    closed.forEach((details) => {
      details.open = true;
    });
    listed.onPaper(true);
  });
  addEventListener('afterprint', () => {
    closed.forEach((details) => {
      details.open = false;
    });
    listed.onPaper(false);
  });
};

const start = () => {
  const report = JSON.parse(byId('report').textContent);
  report.told = new Map(JSON.parse(byId('told').textContent).map((of) => [placeKey(of), of]));
  explore(report);
  const plots = byId('plots');
  if (plots !== null) {
    plots.append(...report.meters.map(plotOf));
    plots.hidden = false;
  }
  matrixFilter();
};

start();

// The findings that a filter leaves, each with what it rests on.

// Names of what a finding may have; what it has not is left out.
const FINDING_PARTS = [
  ['severity', 'Severity'], ['extent', 'Extent'],
  ['condition', 'Condition'], ['criteria', 'Criteria'], ['effect', 'Effect'], ['control', 'Falls under'],
  ['repeated', 'Repeated from'],
];

const findingOf = (report, finding, number, matching, choose) => {
  const cause = report.causes.find((of) => of.id === finding.cause);
  // One that is told, where there is one.
  const isTold = (e) => report.told.has(placeKey(e));
  const one = matching.find(isTold) || matching[0];
  const listed = matching.length;
  const rest = cause && cause.exceptions_not_listed > 0
    ? ` Of the exceptions that this cause explains, ${grouped(cause.exceptions_not_listed)} more are counted and not listed.`
    : '';
  const sums = `${plural(listed, 'exception')} that the filter leaves: ${moneyInWords(tally(matching))}.${rest}`;
  // Of the whole finding, whatever is listed of it.
  const money = moneyInWords({ money: ['players', 'house', 'fund'].map((of) => micros(finding[`favours_${of}_dollars`])) });
  return el('details', { id: `finding-${number + 1}` },
    el('summary', {},
      el('span', { class: 'code' }, finding.code), ' ', el('strong', {}, finding.title), ' ',
      el('span', { class: 'muted' }, `${finding.control}; ${plural(finding.exceptions, 'exception')} of ${grouped(finding.tested)} tested; ${money}`)),
    pairs(FINDING_PARTS.map(([key, name]) => [name, finding[key]])
      .concat(cause ? [['Cause', `${cause.title}. ${cause.evidence}`], ['Remedy', cause.remedy]] : [])
      .concat((finding.responses || []).map((text) => ['The licensee says', text]))),
    el('p', {}, sums),
    one ? el('div', {}, el('h4', {}, `One of them: No. ${one.number}`), detail(report, one)) : null,
    listed > 0 ? button(`List its exceptions (${grouped(listed)})`, () => choose(number)) : null);
};

const findingsOf = (report, host, choose) => {
  const count = el('p', { class: 'muted' });
  const list = el('div', { class: 'findings' });
  host.replaceChildren(el('h3', {}, 'Findings'), count, list);
  const show = (exceptions, isFiltered) => {
    const matching = report.findings.map(() => []);
    exceptions.forEach((e) => e.findings.forEach((at) => matching[at].push(e)));
    const kept = report.findings
      .map((finding, number) => [finding, number])
      .filter(([, number]) => !isFiltered || matching[number].length > 0);
    count.textContent = report.findings.length === 0
      ? 'There is no finding.'
      : `${grouped(kept.length)} of ${plural(report.findings.length, 'finding')}`;
    list.replaceChildren(...kept.map(([finding, number]) =>
      findingOf(report, finding, number, matching[number], choose)));
  };
  return { show };
};

// What a reader asks for: one form above findings and exceptions.

// The values that exceptions have of a key, each with how many have it.
const valuesOf = (exceptions, key, missing) => {
  const counts = new Map();
  for (const exception of exceptions) {
    counts.set(exception[key], (counts.get(exception[key]) || 0) + 1);
  }
  const compare = (a, b) => {
    if (a === null || b === null) return a === null ? 1 : -1;
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  };
  return [...counts.keys()].sort(compare)
    .map((value) => [`${value === null ? missing : value} (${grouped(counts.get(value))})`, value]);
};

const filtersOf = (report, exceptions, changed) => {
  const by = (label, key, missing) =>
    choice(label, 'all', valuesOf(exceptions, key, missing), () => changed());
  const titles = new Map(report.checks.map((check) => [check.code, check.title]));
  const codes = valuesOf(exceptions, 'code', '')
    .map(([text, code]) => [`${text} ${titles.get(code) || ''}`, code]);
  const findings = report.findings
    .map((finding, number) => [`${number + 1}: ${finding.code} ${finding.title}`, number]);
  const parties = [['players', 'player'], ['the house', 'house'], ['a progressive fund', 'progressive fund'],
    ['nobody: no money', null]];
  const fields = {
    finding: choice('Finding', 'all', findings, () => changed()),
    code: choice('Check', 'all', codes, () => changed()),
    place: by('Table or link', 'place', 'neither'),
    dealer: by('Dealer', 'dealer', 'not recorded'),
    seat: by('Seat', 'seat', 'not of one seat'),
    day: by('Gaming day', 'day', 'outside or without a time'),
    favours: choice('In favour of', 'anyone', parties, () => changed()),
  };
  if (report.exceptions_waived > 0) {
    const waived = [['left out', 'without'], ['shown as well', 'too'], ['shown alone', 'only']];
    fields.waived = choice('Waived exceptions', null, waived, () => changed());
  }
  const wrong = el('p', { class: 'wrong', id: 'least-wrong', hidden: 'hidden' },
    'Write dollars, such as 12.50.');
  let later = 0;
  const typed = () => {
    clearTimeout(later);
    later = setTimeout(changed, 150);
  };
  const least = el('input', {
    id: 'least', inputmode: 'decimal', autocomplete: 'off', oninput: typed, 'aria-describedby': 'least-wrong',
  });
  const text = el('input', { id: 'words', type: 'search', autocomplete: 'off', oninput: typed });

  const asked = () => {
    const all = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.value()]));
    if (!fields.waived) all.waived = 'without';
    const amount = least.value.trim().replace(/[$,]/g, '');
    all.least = amount === '' ? undefined : micros(amount);
    const isWrong = all.least === null;
    if (isWrong) all.least = undefined;
    wrong.hidden = !isWrong;
    least.setAttribute('aria-invalid', String(isWrong));
    all.text = text.value.trim().toLowerCase();
    return all;
  };
  const clear = () => {
    Object.values(fields).forEach((field) => {
      field.select.selectedIndex = 0;
    });
    least.value = '';
    text.value = '';
  };
  // In words, for the status and for paper.
  const inWords = () => {
    const chosen = Object.values(fields).filter((field) => field.select.selectedIndex > 0);
    const parts = chosen.map((field) => {
      const [label, select] = field.node.children;
      return `${label.textContent}: ${select.selectedOptions[0].textContent}`;
    });
    if (least.value.trim() !== '' && wrong.hidden) parts.push(`at least $${least.value.trim().replace('$', '')}`);
    if (text.value.trim() !== '') parts.push(`with the words “${text.value.trim()}”`);
    return parts.join('; ');
  };
  const node = el('form', {
    role: 'search', 'aria-label': 'Filter of findings and exceptions',
    onsubmit: (event) => event.preventDefault(),
  },
  el('div', { class: 'fields' },
    Object.values(fields).map((field) => field.node),
    el('div', { class: 'field' }, el('label', { for: 'least' }, 'At least, in dollars'), least, wrong),
    el('div', { class: 'field' }, el('label', { for: 'words' }, 'Words, such as round 57'), text)),
  button('Clear the filter', () => {
    clear();
    changed();
  }));
  return { node, asked, clear, inWords, fields };
};

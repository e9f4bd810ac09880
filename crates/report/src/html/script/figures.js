// Figures and words. Money is whole micro-dollars (BigInt), never a float.

const micros = (text) => {
  const parts = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text || '');
  if (!parts) return null;
  const value = BigInt(parts[2]) * 1000000n + BigInt((parts[3] || '').padEnd(6, '0'));
  return parts[1] ? -value : value;
};

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

const dollars = (value) => {
  const magnitude = value < 0n ? -value : value;
  let fraction = String(magnitude % 1000000n).padStart(6, '0');
  while (fraction.length > 2 && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${value < 0n ? '-' : ''}$${grouped(magnitude / 1000000n)}.${fraction}`;
};

const signed = (value) => (value > 0n ? '+' : '') + dollars(value);

const plural = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;

// What a record could hide or rearrange text with is shown as what it is.
const HIDING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const visible = (text) => String(text).replace(HIDING, (c) => {
  if ('\n\r\t\u2028\u2029'.includes(c)) return ' ';
  const code = c.codePointAt(0);
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
});

// A time of the report in milliseconds since 1970, and the offset of its zone there in minutes.
const moment = (text) => {
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d):(\d\d)$/.exec(text || '');
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  const thousandths = Number((parts[7] || '').padEnd(6, '0')) / 1000;
  const offset = (Number(parts[9]) * 60 + Number(parts[10])) * (parts[8] === '-' ? -1 : 1);
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  return { at: utc + thousandths - offset * 60000, offset };
};

// A time of the report as a person reads it: 2026-10-31 18:03:22.25
const clock = (text) => (text ? text.replace('T', ' ').replace(/[+-]\d\d:\d\d$/, '') : '');

// A word for a shell: nothing in it is a command.
const quoted = (text) => `'${text.replace(/'/g, "'\\''")}'`;

const FAVOURS = ['player', 'house', 'progressive fund'];

// Adds to each exception what filters ask for.
const prepared = (report) => {
  const days = report.engagement.gaming_days.map((day) => ({
    date: day.date, start: moment(day.start), end: moment(day.end),
  }));
  return report.exceptions.map((exception) => {
    const time = moment(exception.time);
    const day = time && days.find((of) => time.at >= of.start.at && time.at < of.end.at);
    return {
      ...exception,
      at: time ? time.at : null,
      day: day ? day.date : null,
      place: exception.table === null ? exception.link : exception.table,
      micros: micros(exception.difference_dollars),
      findings: exception.findings.map((number) => number - 1),
      words: null,
    };
  });
};

const wordsOf = (exception) => {
  if (exception.words === null) {
    const { code, file, line, time, table, link, round, seat, dealer } = exception;
    const { expected, recorded, explanation } = exception;
    const all = [code, `${file}:${line}`, clock(time), table, link, round === null ? '' : `round ${round}`];
    all.push(seat === null ? '' : `seat ${seat}`, dealer, expected, recorded, explanation);
    exception.words = all.join(' \n').toLowerCase();
  }
  return exception.words;
};

const magnitude = (value) => (value < 0n ? -value : value);

// An exception against what a reader asks for; what is not asked for is undefined.
const matches = (exception, asked) => {
  const same = ['place', 'dealer', 'seat', 'code', 'day'];
  if (same.some((key) => asked[key] !== undefined && exception[key] !== asked[key])) return false;
  if (asked.finding !== undefined && !exception.findings.includes(asked.finding)) return false;
  if (asked.favours !== undefined && exception.favours !== asked.favours) return false;
  if (asked.waived === 'without' && exception.waiver !== undefined) return false;
  if (asked.waived === 'only' && exception.waiver === undefined) return false;
  if (asked.least !== undefined
    && (exception.micros === null || magnitude(exception.micros) < asked.least)) return false;
  return !asked.text || wordsOf(exception).includes(asked.text);
};

// How many, and what they come to by the party each favours.
const tally = (exceptions) => {
  const sums = { count: exceptions.length, money: FAVOURS.map(() => 0n) };
  for (const { favours, micros: value } of exceptions) {
    const at = FAVOURS.indexOf(favours);
    if (at >= 0 && value !== null) sums.money[at] += magnitude(value);
  }
  return sums;
};

const moneyInWords = ({ money }) => {
  const named = ['players', 'the house', 'progressive funds'];
  const parts = money.map((sum, at) => (sum === 0n ? null : `${dollars(sum)} for ${named[at]}`));
  return parts.filter((part) => part !== null).join(', ') || 'no money';
};

// Orders by a key; what has none comes last either way.
const ordered = (exceptions, key, down) => {
  const value = {
    money: (e) => (e.micros === null ? null : magnitude(e.micros)),
    line: (e) => e.number, code: (e) => e.code, time: (e) => e.at, place: (e) => e.place,
    seat: (e) => (e.seat === null ? null : Number(e.seat)), dealer: (e) => e.dealer, round: (e) => e.round,
  }[key];
  const rows = exceptions.map((e) => [value(e), e]);
  rows.sort(([a, one], [b, other]) => {
    if (a === b) return one.number - other.number;
    if (a === null || b === null) return a === null ? 1 : -1;
    return (a < b ? -1 : 1) * (down ? -1 : 1);
  });
  return rows.map(([, e]) => e);
};

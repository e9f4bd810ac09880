// Where the ticks of a plot stand and what they say. Drawing alone: no figure is read from here.

// Round steps of a value axis, at most `most` of them.
const valueTicks = (low, high, most) => {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((of) => of * power).find((of) => of >= rough);
  const ticks = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1) ticks.push(at * step);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return ticks.map((value) => {
    const [whole, fraction] = Math.abs(value).toFixed(digits).split('.');
    return { value, text: `${value < 0 ? '-' : ''}$${grouped(whole)}${fraction ? `.${fraction}` : ''}` };
  });
};

const MINUTE = 60000;
const STEPS = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10080, 43200, 129600, 525600].map((of) => of * MINUTE);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Round local times. `offset` tells that of the zone at a moment, in minutes.
const timeTicks = (from, to, most, offset) => {
  const step = STEPS.find((of) => (to - from) / of <= most) || STEPS[STEPS.length - 1];
  const ticks = [];
  const local = (at) => at + offset(at) * MINUTE;
  let day = '';
  for (let at = Math.ceil(local(from) / step) * step; ticks.length <= most; at += step) {
    // Back from local time with the offset there.
    const real = at - offset(at - offset(from) * MINUTE) * MINUTE;
    if (real > to) break;
    const date = new Date(at);
    const today = `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
    const two = (number) => String(number).padStart(2, '0');
    const hour = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
    ticks.push({ value: real, text: step >= 1440 * MINUTE ? '' : hour, day: today === day ? '' : today });
    day = today;
  }
  return ticks;
};

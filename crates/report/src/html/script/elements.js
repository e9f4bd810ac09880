// Elements. Text becomes a text node, never markup.

const SVG = 'http://www.w3.org/2000/svg';
const byId = (id) => document.getElementById(id);

const filled = (made, attributes, children) => {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(key, visible(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined) continue;
    made.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
  return made;
};

const el = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);
const mark = (name, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, name), attributes, children);

const button = (text, onclick, attributes = {}) =>
  el('button', { type: 'button', onclick, ...attributes }, text);

// Names and values; those without a value are left out.
const pairs = (rows) => el('dl', {}, rows
  .filter(([, value]) => value !== null && value !== undefined && value !== '')
  .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));

const scrolled = (label, table) =>
  el('div', { class: 'scroll', role: 'group', 'aria-label': label, tabindex: '0' }, table);

let made = 0;
const fresh = (name) => `${name}-${made += 1}`;

// A list of choices, each with its value, which is not what stands in the page.
const choice = (label, any, values, onchange) => {
  const id = fresh('choice');
  const select = el('select', { id, onchange },
    any === null ? null : el('option', { value: '-1' }, any),
    values.map(([text], at) => el('option', { value: String(at) }, text)));
  const value = () => {
    const chosen = values[Number(select.value)];
    return chosen === undefined ? undefined : chosen[1];
  };
  const set = (wanted) => {
    select.value = String(values.findIndex(([, of]) => of === wanted));
  };
  return { node: el('div', { class: 'field' }, el('label', { for: id }, label), select), value, set, select };
};

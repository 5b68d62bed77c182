/**
 * Filters and sorts the table of devices. The state is in the fragment of the address: `#result=new&maker=SONY&sort=-took`. It is a text
 * and not a module, because the page contains it; only texts and attributes of the table are read, and no HTML is written.
 */
export const PAGE_SCRIPT = `'use strict';
const form = document.getElementById('filter');
const table = document.getElementById('devices');
const heads = [...table.tHead.rows[0].cells];
const keys = heads.map((head) => head.dataset.key);

const items = [...table.tBodies[0].rows].map((row, index) => {
  const texts = Object.fromEntries(keys.map((key, at) => [key, row.cells[at].textContent.trim()]));
  const values = Object.fromEntries(keys.map((key, at) => [key, Number(row.cells[at].dataset.value ?? texts[key])]));
  const maker = row.querySelector('th').firstChild.textContent.split(' ', 1)[0];
  const scenario = row.cells[keys.indexOf('scenario')]?.firstChild.textContent;
  return { row, index, texts, values, all: Object.values(texts).join(' ').toLowerCase(), kinds: row.dataset.kinds.split(' '), maker, os: texts.os, scenario };
});

const FIELDS = ['maker', 'os', 'scenario'].filter((name) => form.elements[name]);
let sort = '';

function compareTexts(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

function fillChoices() {
  for (const name of FIELDS) {
    const choices = [...new Set(items.map((item) => item[name]))].filter(Boolean).sort(compareTexts);
    form.elements[name].append(...choices.map((choice) => new Option(choice, choice)));
    form.elements[name].closest('label').hidden = choices.length < 2;
  }
}

function isShown(item, words) {
  const result = form.elements.result.value;
  if (result && !item.kinds.includes(result)) return false;
  if (FIELDS.some((name) => form.elements[name].value && item[name] !== form.elements[name].value)) return false;
  return words.every((word) => item.all.includes(word));
}

function filter() {
  const words = form.elements.q.value.toLowerCase().split(' ').filter(Boolean);
  let shown = 0;
  for (const item of items) {
    item.row.hidden = !isShown(item, words);
    if (!item.row.hidden) shown += 1;
  }
  const number = (value) => value.toLocaleString('en');
  const advice = shown === 0 ? '. Change the filter, or choose "Show all".' : '';
  form.querySelector('output').textContent = number(shown) + ' of ' + number(items.length) + ' shown' + advice;
}

/** A column with numbers has them in its cells. */
function isNumber(key) {
  return items[0]?.row.cells[keys.indexOf(key)]?.dataset.value !== undefined;
}

function order() {
  const isDown = sort.startsWith('-');
  const key = sort.slice(isDown ? 1 : 0);
  const compare = isNumber(key)
    ? (a, b) => a.values[key] - b.values[key]
    : (a, b) => compareTexts(a.texts[key], b.texts[key]);
  const sorted = [...items];
  if (keys.includes(key)) sorted.sort((a, b) => (isDown ? compare(b, a) : compare(a, b)) || a.index - b.index);
  table.tBodies[0].append(...sorted.map((item) => item.row));
  for (const head of heads) {
    if (head.dataset.key === key) head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  }
}

function writeFragment() {
  const entries = [...new FormData(form), ['sort', sort]].filter((entry) => entry[1]);
  const fragment = new URLSearchParams(entries).toString();
  try {
    history.replaceState(null, '', fragment ? '#' + fragment : location.pathname + location.search);
  } catch {
    // A page in a sandbox has no address of its own.
  }
}

function readFragment() {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const name of ['q', 'result', ...FIELDS]) form.elements[name].value = state.get(name) ?? '';
  for (const select of form.querySelectorAll('select')) if (select.selectedIndex < 0) select.value = '';
  sort = state.get('sort') ?? '';
  filter();
  order();
}

/** Moves to what the fragment filters; the address of the whole page opens at its top. */
function show() {
  readFragment();
  if (!location.hash.includes('=')) return;
  table.parentElement.focus({ preventScroll: true });
  form.parentElement.scrollIntoView();
}

/** First up, then down, then the first order again. */
function nextSort(key) {
  if (sort === key) return '-' + key;
  return sort === '-' + key ? '' : key;
}

function addSortButton(head) {
  const button = document.createElement('button');
  button.textContent = head.textContent;
  button.addEventListener('click', () => {
    sort = nextSort(head.dataset.key);
    order();
    writeFragment();
  });
  head.replaceChildren(button);
}

function changed() {
  filter();
  writeFragment();
}

fillChoices();
heads.forEach(addSortButton);
form.hidden = false;
show();
form.addEventListener('input', changed);
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => {
  // The fields are empty after the event.
  setTimeout(() => {
    sort = '';
    order();
    changed();
  });
});
addEventListener('hashchange', () => {
  if (location.hash !== '#all') show();
});
addEventListener('click', ({ target }) => {
  // A link to the address that the page has already causes no other event.
  if (target.hash && target.hash === location.hash) show();
});
`;

/**
 * Filters the rows of devices. The state is in the fragment of the address: `#result=new&maker=SONY`. It is a text and not a module,
 * because the page contains it; only texts of the rows are read, and no HTML is written.
 */
export const PAGE_SCRIPT = `'use strict';
const form = document.getElementById('filter');
const [output, reset] = [form.querySelector('output'), form.querySelector('button')];
const folds = [...document.querySelectorAll('details')].map((element) => ({ element, open: element.open }));
const parts = [...document.querySelectorAll('section.part, details')];
const FIELDS = ['result', 'maker', 'os'];

const items = [...document.querySelectorAll('tr[data-kinds]')].map((row) => {
  const name = row.querySelector('th').firstChild.textContent;
  const title = row.closest('section.part')?.querySelector('h2')?.textContent ?? '';
  const heads = [...row.closest('table').tHead.rows[0].cells].map((head) => head.textContent);
  const os = row.cells[heads.indexOf('OS')].textContent;
  return { row, text: (row.textContent + ' ' + title).toLowerCase(), result: row.dataset.kinds.split(' '), maker: [name.split(' ', 1)[0]], os: [os] };
});

function fillChoices() {
  for (const name of ['maker', 'os']) {
    const choices = [...new Set(items.flatMap((item) => item[name]))].filter(Boolean);
    choices.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    form.elements[name].append(...choices.map((choice) => new Option(choice, choice)));
    form.elements[name].closest('label').hidden = choices.length < 2;
  }
}

function isShown(item, words) {
  const chosen = (name) => form.elements[name].value;
  return FIELDS.every((name) => !chosen(name) || item[name].includes(chosen(name))) && words.every((word) => item.text.includes(word));
}

function filter() {
  const words = form.elements.q.value.toLowerCase().split(' ').filter(Boolean);
  const isSet = words.length > 0 || FIELDS.some((name) => form.elements[name].value);
  let shown = 0;
  for (const item of items) {
    item.row.hidden = !isShown(item, words);
    if (!item.row.hidden) shown += 1;
  }
  for (const part of parts) part.hidden = isSet && !part.querySelector('tr[data-kinds]:not([hidden])');
  for (const { element, open } of folds) element.open = isSet || open;
  reset.hidden = !isSet;
  output.textContent = isSet ? shown.toLocaleString('en') + ' of ' + items.length.toLocaleString('en') + ' shown' : '';
}

function writeFragment() {
  const entries = [...new FormData(form)].filter((entry) => entry[1]);
  const fragment = new URLSearchParams(entries).toString();
  try {
    history.replaceState(null, '', fragment ? '#' + fragment : location.pathname + location.search);
  } catch {
    // A page in a sandbox has no address of its own.
  }
}

/** Fills the form as the fragment says, and moves to what it shows; the address of the whole page opens at its top. */
function readFragment() {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const name of ['q', ...FIELDS]) form.elements[name].value = state.get(name) ?? '';
  for (const select of form.querySelectorAll('select')) if (select.selectedIndex < 0) select.value = '';
  filter();
  if (location.hash.includes('=')) form.scrollIntoView();
}

function changed() {
  filter();
  writeFragment();
}

fillChoices();
form.hidden = false;
readFragment();
form.addEventListener('input', changed);
form.addEventListener('submit', (event) => event.preventDefault());
// The fields are empty after the event.
form.addEventListener('reset', () => setTimeout(changed));
addEventListener('hashchange', readFragment);
`;

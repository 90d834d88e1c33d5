// Elements by role and accessible name, as far as our pages need it. Arguments: role, name, whole, only the names.
// The full algorithm of accessible names is the driver's "computed label"; asking it for every element takes seconds.
const [role, wanted, whole, onlyNames] = arguments;
const implicit = {
  button: "button, summary, input[type=button], input[type=submit]",
  link: "a[href]",
  textbox: "input:not([type]), input[type=text], textarea",
  searchbox: "input[type=search]",
  checkbox: "input[type=checkbox]",
  radio: "input[type=radio]",
  combobox: "select",
  option: "option",
  heading: "h1, h2, h3, h4, h5, h6",
  row: "tr",
  cell: "td",
  listitem: "li",
  list: "ul, ol",
  table: "table",
  dialog: "dialog",
  navigation: "nav",
  main: "main",
  img: "img",
  article: "article",
};
const fold = (text) => (text ?? "").replace(/\s+/gu, " ").trim();
const byIds = (ids) => fold(ids.split(/\s+/u).map((id) => document.getElementById(id)?.textContent).join(" "));
const name = (element) =>
  (element.hasAttribute("aria-labelledby") && byIds(element.getAttribute("aria-labelledby"))) ||
  fold(element.getAttribute("aria-label")) ||
  fold([...(element.labels ?? [])].map((label) => label.textContent).join(" ")) ||
  fold(element.getAttribute("alt")) ||
  fold(element.innerText) ||
  fold(element.getAttribute("title")) ||
  fold(element.getAttribute("placeholder"));
const shown = (element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true], [inert]");
const explicit = `[role~="${role}"]`;
const native = implicit[role] ? `, :is(${implicit[role]}):not([role])` : "";
const found = [...document.querySelectorAll(explicit + native)].filter(shown);
if (onlyNames) return found.map(name);
return found.filter((element) => (whole ? name(element) === wanted : name(element).includes(wanted)));

/**
 * Makes elements. Everything that came from outside enters the page through here or through `textContent`,
 * as text or attribute and never as markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes `true` sets an empty attribute; false, null and undefined set none
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  return fill(
    /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, name)),
    attributes,
    children,
  );
}

/**
 * One of the drawings in `templates/icons.html`; the words beside it say what it means.
 * @param {string} name
 * @param {string} [className]
 */
export function icon(name, className = "icon") {
  return svg(
    "svg",
    { class: className, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("use", { href: `#icon-${name}` }),
  );
}

/**
 * The element with this id, which the page is known to have.
 * @template {Element} E
 * @param {string} id
 * @param {new () => E} type
 * @returns {E}
 */
export function part(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return element;
}

/**
 * Replace what an element holds, unless it would look the same: whoever is reading or tapping in it is not disturbed,
 * and the button that has the focus keeps it.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} children
 */
export function redraw(element, children) {
  if (
    children.length === element.children.length &&
    children.every((child, n) => child.isEqualNode(element.children[n] ?? null))
  )
    return;
  const focused = element.contains(document.activeElement) ? focusKey(document.activeElement) : null;
  element.replaceChildren(...children);
  if (!focused) return;
  for (const button of element.querySelectorAll("button")) if (focusKey(button) === focused) button.focus();
}

/** @param {Element | null} element */
function focusKey(element) {
  return element?.id || element?.getAttribute("data-roster") || null;
}

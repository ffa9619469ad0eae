export type Child = Node | string | null;

export interface Attributes {
  readonly [event: `on${string}`]: (event: Event) => unknown;
  readonly [attribute: string]: string | boolean | undefined | ((event: Event) => unknown);
}

/**
 * An element with its attributes, listeners (`onclick`, …) and children. Text becomes text nodes,
 * so nothing in it is ever read as markup.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice("on".length), value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...present(children));
  return element;
}

export const present = (children: readonly Child[]): (Node | string)[] =>
  children.filter((child) => child !== null);

export const link = (path: string, text: string): HTMLAnchorElement => h("a", { href: path }, text);

/** A paragraph of lesser weight. */
export const quiet = (...children: readonly Child[]): HTMLElement =>
  h("p", { class: "quiet" }, ...children);

/** The buttons of something, side by side. */
export const actions = (...children: readonly Child[]): HTMLElement =>
  h("div", { class: "actions" }, ...children);

/** Things one below the other, with what can be done to each. */
export const itemList = (items: readonly Child[]): HTMLElement =>
  h("ul", { class: "items" }, ...items);

/** A word or two about a thing, after its name. */
export const badge = (text: string, look = ""): HTMLElement =>
  h("span", { class: `badge ${look}` }, text);

export const strong = (...children: readonly Child[]): HTMLElement => h("strong", {}, ...children);

/** Between ways of which one is enough. */
export const divider = (): HTMLElement => h("p", { class: "divider" }, "or");

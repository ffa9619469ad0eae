import { Html, html, type HtmlValue } from "@acme/auth-http";
import { Href } from "../href.js";

/** Attributes whose value is a URL. A string does not compile. */
export type UrlAttributes = {
  readonly href?: Href | undefined;
  readonly action?: Href | undefined;
  readonly src?: Href | undefined;
  readonly srcset?: Href | undefined;
};

/** The other attributes that parts set. There is no `style`, and none that runs a script. */
export type PlainAttribute =
  | "alt"
  | "autocomplete"
  | "checked"
  | "class"
  | "dir"
  | "disabled"
  | "enctype"
  | "for"
  | "height"
  | "hidden"
  | "open"
  | "id"
  | "inputmode"
  | "lang"
  | "loading"
  | "maxlength"
  | "method"
  | "media"
  | "minlength"
  | "name"
  | "novalidate"
  | "popover"
  | "placeholder"
  | "popovertarget"
  | "readonly"
  | "rel"
  | "required"
  | "role"
  | "rows"
  | "selected"
  | "spellcheck"
  | "tabindex"
  | "type"
  | "value"
  | "autofocus"
  | `aria-${string}`
  | `data-${string}`;

/** Null, undefined and false leave an attribute out; true gives it no value. */
export type Attributes = UrlAttributes & Readonly<Partial<Record<PlainAttribute, PlainValue>>>;

/** The value of an attribute. */
export type PlainValue = string | number | boolean | null | undefined;

/** The elements that parts are made of. */
export type ElementName =
  | "a"
  | "button"
  | "details"
  | "div"
  | "form"
  | "img"
  | "input"
  | "label"
  | "li"
  | "option"
  | "p"
  | "section"
  | "select"
  | "source"
  | "span"
  | "textarea";

const VOID: readonly ElementName[] = ["img", "input", "source"];

/**
 * Returns an element whose attributes depend on values. It is the one maker of HTML beside the
 * `html` tag, because a template cannot leave an attribute out: names come from the lists above,
 * and every value is escaped and quoted.
 */
export function element(name: ElementName, attributes: Attributes, content: HtmlValue = ""): Html {
  const written = Object.entries<Href | PlainValue>(attributes).map(([key, value]) =>
    attribute(key, value),
  );
  const opening = `<${name}${written.join("")}`;
  return VOID.includes(name)
    ? new Html(`${opening} />`)
    : new Html(`${opening}>${html`${content}`.text}</${name}>`);
}

function attribute(name: string, value: Href | PlainValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return ` ${name}`;
  return ` ${name}="${html`${value instanceof Href ? value.url : value}`.text}"`;
}

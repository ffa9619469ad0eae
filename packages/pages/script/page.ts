/** Calls back with each element of the page that a selector finds. */
export const each = (
  selector: string,
  found: (element: HTMLElement) => void,
  within: ParentNode = document,
): void => within.querySelectorAll<HTMLElement>(selector).forEach(found);

/** The texts and settings of the page: attributes of the tag that loads the script. */
const settings = document.querySelector<HTMLElement>("script[data-cancel]")?.dataset ?? {};

/** A text in the language of the page. */
export const text = (name: string): string => settings[name] ?? "";

/** Returns a new element. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/**
 * Fetches a page of ours as a document: no text becomes HTML here, which the policy of the pages
 * forbids. Null for what is not that page, as after a redirect.
 */
export const fetchPage = (url: string): Promise<Document | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.onload = () => {
      const isThere = request.status === 200 && request.responseURL === url.replace(/#.*/, "");
      resolve(isThere ? request.responseXML : null);
    };
    request.onerror = () => resolve(null);
    request.send();
  });

/** Says something above a form, in the place of what was said before. */
export function say(form: HTMLElement, sentence: string): void {
  let place = form.querySelector<HTMLElement>(".message.said");
  if (!place) {
    place = make("div", { className: "message bad said" });
    place.role = "alert";
    form.prepend(place);
  }
  place.textContent = sentence;
  place.hidden = sentence === "";
}

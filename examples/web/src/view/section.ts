import { actionButton } from "./attempt.js";
import { type Child, h, present } from "./element.js";
import { createMessages, type Messages } from "./messages.js";
import { leavingPage } from "./router.js";

/** A part of a page with a heading, which loads by itself and can be loaded again. */
export interface Section {
  readonly element: HTMLElement;
  readonly messages: Messages;
  refresh(): Promise<void>;
  /** Resolves when the section has loaded for the first time. */
  readonly loaded: Promise<void>;
}

let sections = 0;

/**
 * `render` fetches what the section shows; it is called at once and at every refresh. A URL that
 * ends in `#anchor` leads to the section, and with `?item=` to one thing in it: the element with
 * that `data-item`. What is resumed comes before both.
 */
export function createSection(
  title: string,
  render: (messages: Messages) => Promise<readonly Child[]>,
  anchor?: string,
): Section {
  const id = `section-${++sections}`;
  const messages = createMessages();
  const body = h("div", {}, h("div", { class: "skeleton" }));
  const heading = h("h2", { id, tabindex: "-1" }, title);
  const section = {
    element: h("section", { "aria-labelledby": id }, heading, ...messages.elements, body),
    messages,
    refresh,
  };
  const isWanted = anchor !== undefined && location.hash === `#${anchor}`;
  const leaving = leavingPage();
  const item = new URLSearchParams(location.search).get("item");
  const loaded = refresh().then(async () => {
    // A section that fetches nothing is ready before its page is shown.
    while (isWanted && !leaving.aborted && !section.element.isConnected) await nextFrame();
    const wanted = isWanted ? (findItem(body, item) ?? heading) : null;
    (resumedButton(section) ?? wanted)?.focus();
  });
  return { ...section, loaded };

  async function refresh(): Promise<void> {
    body.ariaBusy = "true";
    try {
      body.replaceChildren(...present(await render(messages)));
    } catch (problem) {
      messages.complain(problem);
      body.replaceChildren(actionButton("Load again", { messages }, refresh));
    }
    body.ariaBusy = "false";
  }
}

/** The button that goes on with what was interrupted, when the section has one. */
export const resumedButton = ({ element }: Pick<Section, "element">): HTMLElement | null =>
  element.querySelector<HTMLElement>("[data-resumed]");

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

const findItem = (body: HTMLElement, item: string | null): HTMLElement | null =>
  item === null ? null : body.querySelector(`[data-item="${CSS.escape(item)}"]`);

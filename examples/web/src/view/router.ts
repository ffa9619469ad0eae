import { explain } from "../problems.js";
import { type Child, h, link, present } from "./element.js";

/**
 * The state that one page leaves for the next: kept by the browser with the entry in its history.
 */
export interface PageState {
  readonly email?: string | undefined;
  readonly notice?: string | undefined;
  /** The page to go on to after signing in. */
  readonly next?: string | undefined;
}

export interface Visit {
  readonly url: URL;
  readonly state: PageState;
  /** Aborted when the person goes on to another page. */
  readonly leaving: AbortSignal;
}

export interface View {
  /** The page's heading, and its title in the browser. */
  readonly title: string;
  readonly content: readonly Child[];
  readonly menu?: readonly Child[];
  /** Where one works: stands beside the brand. */
  readonly place?: Child;
  readonly wide?: boolean;
  /** What a person has to know wherever they are. */
  readonly banner?: Child;
  /** The pages that this one belongs with. */
  readonly tabs?: Child;
  /** Called once the page is in the document. */
  readonly shown?: () => void;
}

/** What a page gives: something to see, or another page to go to. */
export type Outcome = View | { readonly redirect: string; readonly state?: PageState };

export type Page = (visit: Visit) => Outcome | Promise<Outcome>;

let pages: Readonly<Record<string, Page>> = {};
let current = new AbortController();

/** Of the page that is shown or on its way: aborted when the person goes on to another. */
export const leavingPage = (): AbortSignal => current.signal;

/**
 * What waits ends with the page that it was begun on, by an `AbortError`, which is not shown: it
 * opens no dialog over the next page, and leads nobody away from there.
 */
export function onThisPage<Result>(wait: Result | PromiseLike<Result>): Promise<Result> {
  const leaving = leavingPage();
  return Promise.resolve(wait).finally(() => leaving.throwIfAborted());
}

/**
 * Shows the page of the URL, now and whenever the URL changes. A path without a page shows
 * `notFound`.
 */
export function startRouter(routes: Readonly<Record<string, Page>>): void {
  pages = routes;
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => void show().then(focusStart));
  void show().then(() => firstField()?.focus());
}

/**
 * Goes to a page of this front end. Its first field gets the focus, or else the heading, so that
 * screen readers tell where one is.
 */
export async function navigate(path: string, state: PageState = {}): Promise<void> {
  history.pushState(state, "", path);
  await show();
  scrollTo(0, 0);
  focusStart();
}

/**
 * Takes what a page says or resumes only once out of the URL and the history, so that a reload does
 * not repeat it.
 */
export function clearState({ url, leaving }: Visit): void {
  if (!leaving.aborted) history.replaceState(null, "", url.pathname);
}

/** Shows the same page anew, after something that changes much of it. */
export async function revisit(state: PageState = {}): Promise<void> {
  history.replaceState(state, "");
  await show();
  scrollTo(0, 0);
  focusStart();
}

async function show(): Promise<void> {
  current.abort();
  const visit = new AbortController();
  current = visit;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const main = document.querySelector("main")!;
  main.ariaBusy = "true";
  const view = await visitPage(visit.signal);
  // The user may have gone on while this page was loading.
  if (visit.signal.aborted) return;
  // The one place for the name is the header of index.html.
  document.title = `${view.title} · ${document.querySelector(".brand")!.textContent.trim()}`;
  document.querySelector("#menu")!.replaceChildren(...present(view.menu ?? []));
  document.querySelector("#place")!.replaceChildren(...present([view.place ?? null]));
  main.className = view.wide ? "wide" : "narrow";
  main.replaceChildren(
    ...present([view.banner ?? null, view.tabs ?? null]),
    h("div", { class: "page" }, h("h1", { tabindex: "-1" }, view.title), ...view.content),
  );
  main.ariaBusy = "false";
  view.shown?.();
}

async function visitPage(leaving: AbortSignal): Promise<View> {
  const url = new URL(location.href);
  const page = pages[url.pathname] ?? pages["notFound"]!;
  try {
    const result = await page({ url, state: (history.state ?? {}) as PageState, leaving });
    if (!("redirect" in result)) return result;
    if (leaving.aborted) return { title: "", content: [] };
    history.replaceState(result.state ?? history.state, "", result.redirect);
    return await visitPage(leaving);
  } catch (problem) {
    const again = h("button", { type: "button", onclick: () => show() }, "Try again");
    return {
      title: "This page could not be loaded",
      content: [h("p", { role: "alert" }, explain(problem)), again],
    };
  }
}

const firstField = () => document.querySelector<HTMLElement>("main [data-first]");
const focusStart = (): void =>
  (firstField() ?? document.querySelector<HTMLElement>("main h1"))?.focus();

const stateOfLink = new WeakMap<Element, () => PageState>();

/** A link with a state for its page, as it is when the link is followed. */
export function linkWith(path: string, text: string, state: () => PageState): HTMLAnchorElement {
  const anchor = link(path, text);
  stateOfLink.set(anchor, state);
  return anchor;
}

/** Links within this front end load no new document. */
function followLink(event: MouseEvent): void {
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  const plain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !plain || anchor.origin !== location.origin || anchor.hash !== "") return;
  event.preventDefault();
  void navigate(anchor.pathname + anchor.search, stateOfLink.get(anchor)?.());
}

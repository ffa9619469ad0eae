import { type Browser, type BrowserContext, chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param more arguments besides those of every test */
export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: [...ARGUMENTS, ...more],
    timeout: 60_000,
  });

/** What a page no longer loads because somebody goes on, as its icon. */
const LEFT_BEHIND = "net::ERR_ABORTED";

/** Said where somebody was faster than the page, or than the transition to it. */
const FASTER_THAN_PAGE = "Autofocus processing was blocked";
const FASTER_THAN_TRANSITION = "Transition was ";

/**
 * What the browser has to say against the pages of a context: refused by their policy, thrown by
 * their scripts, or not loaded.
 * @param origins whose pages are ours: what the browser notes about others is not counted. Default:
 *   every page.
 */
export function complaintsIn(
  context: BrowserContext,
  origins?: readonly string[],
): readonly string[] {
  const complaints: string[] = [];
  context.on("console", (message) => {
    const { url } = message.location();
    if (message.text().startsWith(FASTER_THAN_PAGE)) return;
    if (origins && URL.canParse(url) && !origins.includes(new URL(url).origin)) return;
    complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (fault) => {
    const { message } = fault.error();
    if (!message.startsWith(FASTER_THAN_TRANSITION)) complaints.push(`thrown: ${message}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== LEFT_BEHIND) complaints.push(`not loaded: ${request.url()} ${reason}`);
  });
  return complaints;
}

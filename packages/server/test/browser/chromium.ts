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

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: ARGUMENTS,
    timeout: 60_000,
  });

/** What a page no longer loads because somebody goes on, as its icon. */
const LEFT_BEHIND = "net::ERR_ABORTED";

/**
 * What the browser has to say against the pages of a context: refused by their policy, thrown by
 * their scripts, or not loaded.
 */
export function complaintsIn(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on("console", (message) => void complaints.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (fault) => void complaints.push(`thrown: ${fault.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== LEFT_BEHIND) complaints.push(`not loaded: ${request.url()} ${reason}`);
  });
  return complaints;
}

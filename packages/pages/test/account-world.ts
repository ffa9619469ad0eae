import type { Browser } from "./browser.js";
import { plainText } from "./browser.js";
import { openWorld, type WorldOptions } from "./open-world.js";

export const ADA = "ada@example.com";

/** A world in which Ada is signed in by code, and has said what to call her. */
export async function openAccount(options: WorldOptions = {}) {
  const world = await openWorld(options);
  const browser = await enter(world, ADA);
  return { world, browser };
}

/** Signs in by code in a new browser, and answers `/welcome` where it comes up. */
export async function enter(
  world: Awaited<ReturnType<typeof openWorld>>,
  email: string,
  { name = "Ada", browser = world.newBrowser() }: Partial<Entering> = {},
): Promise<Browser> {
  const page = await world.signIn(browser, email);
  if (page.url === "/welcome") await browser.submit(page, "/welcome", { name, choice: "later" });
  return browser;
}

/** What else a test says of who enters. */
export interface Entering {
  readonly name: string;
  readonly browser: Browser;
}

/** What a section of a page says. */
export const sectionText = (html: string, id: string): string =>
  plainText(
    new RegExp(`<section class="section" id="${id}".*?</section>`, "s").exec(html)?.[0] ?? "",
  );

/** The first path of a page that begins with a text. */
export function pathIn(html: string, start: string, end = ""): string {
  const path = [...html.matchAll(/(?:href|action)="([^"]*)"/g)]
    .map(([, each = ""]) => each)
    .find((each) => each.startsWith(start) && each.endsWith(end) && each.length > start.length);
  if (path === undefined) throw new Error(`no link or form goes to ${start}`);
  return path;
}

import type { IdentityProvider } from "@acme/auth-core";
import { expect, it } from "vitest";
import { enter, openAccount, pathIn } from "./account-world.js";
import type { Browser, ShownPage } from "./browser.js";
import { openWorld } from "./open-world.js";

/** What a page may be over the wire in an empty browser, with its files, in bytes. */
const MAX_FIRST_LOAD = 30_000;
/** What each part of it is at most; the sum is what counts, and these show where it grew. */
const MAX_PARTS = { html: 18_000, "pages.css": 5_000, "pages.js": 4_000, "icon.svg": 800 };
/** What a page with 20 rows may be once its files are in the browser's cache. */
const MAX_WARM = 14_000;

const provider = (id: string, name: string): IdentityProvider => ({
  id,
  name,
  authorizationUrl: async () => ({
    ok: false,
    reason: "provider_unavailable",
    detail: "not asked here",
  }),
  identify: async () => ({ ok: false, reason: "provider_unavailable", detail: "not asked here" }),
});

/** The bytes of an answer, with its headers. */
function bytesOf({ html, headers }: ShownPage): number {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const [, binary] = /^(\d+) bytes$/.exec(html) ?? [];
  return Buffer.byteLength(lines) + (binary ? Number(binary) : Buffer.byteLength(html));
}

/** The bytes of what a page loads, by its name. */
async function filesOf(
  browser: Browser,
  { html }: ShownPage,
): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>();
  for (const [, url = "", file = ""] of html.matchAll(/(?:href|src)="([^"]*\/assets\/([^"]*))"/g)) {
    const asset = await browser.ask("GET", url, { headers: { "accept-encoding": "gzip, br" } });
    expect(asset.headers.get("content-encoding")).toBe("br");
    files.set(file.replace(/^.*\/|-[\w-]{16}(?=\.\w+$)/g, ""), bytesOf(asset));
  }
  return files;
}

const sumOf = (parts: ReadonlyMap<string, number>): number =>
  [...parts.values()].reduce((all, bytes) => all + bytes, 0);

it("the first page, with all that it loads, is 30 kB at most", async () => {
  const world = await openWorld({
    auth: {
      identityProviders: [
        provider("google", "Google"),
        provider("microsoft", "Microsoft"),
        provider("github", "GitHub"),
        provider("gitlab", "GitLab"),
      ],
    },
  });
  const browser = world.newBrowser();
  const page = await browser.open("/sign-in");
  const parts = new Map([["html", bytesOf(page)], ...(await filesOf(browser, page))]);
  expect([...parts.keys()].toSorted()).toEqual(Object.keys(MAX_PARTS).toSorted());
  for (const [name, limit] of Object.entries(MAX_PARTS))
    expect(parts.get(name), name).toBeLessThanOrEqual(limit);
  expect(sumOf(parts)).toBeLessThanOrEqual(MAX_FIRST_LOAD);
});

it("entry pages load the other stylesheet, and do not apply it", async () => {
  const page = await openWorld().then((world) => world.newBrowser().open("/sign-in"));
  expect(page.html).toMatch(
    /<link rel="stylesheet" href="[^"]*\/pages-[\w-]{16}\.css" media="not all" \/>/,
  );
  expect(page.html.match(/rel="stylesheet"/g)).toHaveLength(1);
});

it("the members of an organization, 20 of them, are 30 kB at most, and 14 kB once the files are there", async () => {
  const { world, browser } = await openAccount();
  await browser.post("/new-organization", { name: "Nordlicht Studio" });
  const at = "/organizations/nordlicht-studio";
  const emails = Array.from({ length: 19 }, (_, index) => `person-${index + 10}@example.com`);
  const people = await Promise.all(emails.map((email) => enter(world, email)));
  await browser.post(`${at}/invitations/new`, { emails: emails.join("\n"), role: "member" });
  for (const invited of people) {
    const list = await invited.open("/organizations");
    await invited.submit(list, pathIn(list.html, "/invitations/", "/accept"));
  }
  const page = await browser.open(`${at}/members`);
  expect(page.html.match(/@example\.com<\//g)?.length).toBeGreaterThanOrEqual(20);
  expect(bytesOf(page)).toBeLessThanOrEqual(MAX_WARM);
  const files = await filesOf(browser, page);
  expect([...files.keys()].toSorted()).toEqual(["icon.svg", "pages.css", "pages.js"]);
  expect(bytesOf(page) + sumOf(files)).toBeLessThanOrEqual(MAX_FIRST_LOAD);
});

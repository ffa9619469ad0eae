import type { IdentityProvider } from "@acme/auth-core";
import { expect, it } from "vitest";
import type { ShownPage } from "./browser.js";
import { openWorld } from "./open-world.js";

/** What the first page may be over the wire, in bytes. */
const MAX_FIRST_LOAD = 30_000;
/** What each part of it is at most; the sum is what counts, and these show where it grew. */
const MAX_PARTS = { html: 18_000, "pages.css": 5_000, "pages.js": 4_000, "icon.svg": 800 };

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
  const loaded = [...page.html.matchAll(/(?:href|src)="([^"]*\/assets\/([^"]*))"/g)];
  const parts = new Map([["html", bytesOf(page)]]);
  for (const [, url = "", file = ""] of loaded) {
    const asset = await browser.ask("GET", url, { headers: { "accept-encoding": "gzip, br" } });
    expect(asset.headers.get("content-encoding")).toBe("br");
    parts.set(file.replace(/^.*\/|-[\w-]{16}(?=\.\w+$)/g, ""), bytesOf(asset));
  }
  expect([...parts.keys()].toSorted()).toEqual(Object.keys(MAX_PARTS).toSorted());
  for (const [name, limit] of Object.entries(MAX_PARTS))
    expect(parts.get(name), name).toBeLessThanOrEqual(limit);
  const sum = [...parts.values()].reduce((all, bytes) => all + bytes, 0);
  expect(sum).toBeLessThanOrEqual(MAX_FIRST_LOAD);
});

it("entry pages load the other stylesheet, and do not apply it", async () => {
  const page = await openWorld().then((world) => world.newBrowser().open("/sign-in"));
  expect(page.html).toMatch(
    /<link rel="stylesheet" href="[^"]*\/pages-[\w-]{16}\.css" media="not all" \/>/,
  );
  expect(page.html.match(/rel="stylesheet"/g)).toHaveLength(1);
});

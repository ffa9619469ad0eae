import { describe, expect, it } from "vitest";
import { openAccount } from "./account-world.js";
import type { Browser, ShownPage } from "./browser.js";
import { HOSTILE_URLS, MARK } from "./hostile-urls.js";
import { openWorld } from "./open-world.js";
import { testProvider } from "./provider.js";

const ORIGIN = "https://auth.example.com";
const ALLOWED = [ORIGIN, "https://app.example.com", "https://idp.example"];

const provider = testProvider({
  identify: async () => ({ ok: false, reason: "provider_unavailable", detail: "" }),
});

/** A path of ours, by the rules of browsers: it may come up, and leads to a page of ours. */
const isOurs = (url: string): boolean =>
  URL.canParse(url, ORIGIN) && new URL(url, ORIGIN).origin === ORIGIN;

/** Nothing of a page, or of where it leads, is elsewhere. */
function expectHarmless({ html, location }: ShownPage, given: string): void {
  const targets = [...html.matchAll(/(?:href|src|action|name="next" value|url)="?([^"]*)"/g)];
  for (const target of [location ?? "/", ...targets.map(([, url = ""]) => url)])
    expect(ALLOWED, target).toContain(new URL(target.replaceAll("&amp;", "&"), ORIGIN).origin);
  if (!isOurs(given)) expect(html + (location ?? ""), given).not.toContain(MARK);
}

const query = (name: string, given: string): string =>
  new URLSearchParams({ [name]: given }).toString();

/** Pages that take a target, or a reason, in their query. */
const ASKED = [
  ["a visitor", "/sign-in", "next"],
  ["a visitor", "/sign-in", "callbackURL"],
  ["a visitor", "/sign-in", "error"],
  ["a visitor", "/confirm", "next"],
  ["a visitor", "/reset-password", "error"],
  ["a visitor", "/invitation", "error"],
  ["a user", "/sign-in", "next"],
  ["a user", "/confirm", "next"],
  ["a user", "/account/security", "error"],
] as const;

/** Forms that take a target, with what else they need. */
const POSTED = [
  ["a visitor", "/sign-in", { email: "x" }],
  ["a visitor", "/sign-in/passkey", { credential: "{}" }],
  ["a visitor", "/sign-in/with/idp", {}],
  ["a visitor", "/look", { locale: "de" }],
  ["a user", "/look", { locale: "de" }],
  ["a user", "/confirm", { code: "000000" }],
  ["a user", "/switch-organization", {}],
  ["a user", "/account/deletion/cancel", {}],
] as const;

async function openVisitor(who: "a visitor" | "a user") {
  const auth = { identityProviders: [provider] };
  if (who === "a user") return openAccount({ auth });
  const world = await openWorld({ auth });
  return { world, browser: world.newBrowser() };
}

/** What the form needs to succeed, where it does something only once. */
async function preparedFields(path: string, browser: Browser): Promise<Record<string, string>> {
  if (path === "/account/deletion/cancel") await browser.send("/account/deletion", {});
  if (path !== "/switch-organization") return {};
  const page = await browser.open("/account");
  const [, id = ""] = /name="id" value="([^"]*)"/.exec(page.html) ?? [];
  return { id };
}

describe("a target that is not ours", () => {
  it("is one of 200", () => {
    expect(new Set(HOSTILE_URLS).size).toBe(200);
    expect(HOSTILE_URLS.every((url) => url.includes(MARK))).toBe(true);
    expect(HOSTILE_URLS.filter((url) => !isOurs(url)).length).toBeGreaterThan(130);
  });

  it.each(ASKED)("is ignored where %s opens %s with it as %s", async (who, path, name) => {
    const { browser } = await openVisitor(who);
    for (const given of HOSTILE_URLS)
      expectHarmless(await browser.ask("GET", `${path}?${query(name, given)}`), given);
  });

  it.each(POSTED)("is ignored where %s posts %s with it as next", async (who, path, fields) => {
    const { browser } = await openVisitor(who);
    if (path === "/switch-organization") await browser.post("/new-organization", { name: "Acme" });
    for (const next of HOSTILE_URLS) {
      const needed = await preparedFields(path, browser);
      expectHarmless(await browser.send(path, { ...fields, ...needed, next }), next);
    }
  });

  it("is not where a sign-in ends", async () => {
    const { world } = await openVisitor("a visitor");
    for (const [at, next] of HOSTILE_URLS.entries()) {
      const browser = world.newBrowser();
      const email = `ada-${at}@example.com`;
      const asked = await browser.post("/sign-in", { email, next });
      const code = await world.codeFor(email);
      const welcome = await browser.submit(asked, "/sign-in/code", { code });
      expectHarmless(welcome, next);
      expectHarmless(await browser.send("/welcome", { choice: "later", next }), next);
    }
  });
});

import { createAuth } from "@acme/auth-core";
import { createHttpSurface, createSite, type HttpReply, type HttpSurface } from "@acme/auth-http";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createPages } from "@acme/auth-pages";
import { createInbox } from "@acme/auth-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { billing } from "../src/sample/billing/billing.js";
import { billingPages } from "../src/sample/billing/pages.js";
import { billingTables } from "../src/sample/billing/tables.js";

const ORIGIN = "https://auth.example.com";
const AT = "/organizations/nordlicht";
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** Requests of one browser without script. */
function browserOf(surface: Pick<HttpSurface, "answer">) {
  const cookies = new Map<string, string>();
  return async function ask(path: string, fields?: Readonly<Record<string, string>>) {
    const body = fields && new TextEncoder().encode(new URLSearchParams(fields).toString());
    const headers = new Map([
      ["accept", "text/html"],
      ["accept-language", "de"],
      ["cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")],
      ["origin", ORIGIN],
      ["content-type", "application/x-www-form-urlencoded"],
    ]);
    const reply = await surface.answer({
      method: fields ? "POST" : "GET",
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: (name) => headers.get(name),
      readBody: async () => (body ? { bytes: body } : null),
    });
    for (const cookie of reply?.cookies ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return shownOf(reply);
  };
}

/** What such a browser shows. */
function shownOf(reply: HttpReply | null) {
  const { status = 0, headers = [], body } = reply ?? {};
  const found = headers.indexOf("Location");
  return {
    status,
    location: found < 0 ? null : headers[found + 1],
    html: typeof body === "string" ? body : "",
  };
}

/** Ada, who owns an organization, in an application with the feature and its pages. */
async function open() {
  const store = createSqliteStore(":memory:", { features: [billingTables] });
  await store.migrate();
  const inbox = createInbox();
  const site = createSite({ serviceUrl: ORIGIN, pages: "/" });
  const secret = Buffer.alloc(32, 7).toString("base64");
  const options = { store, mailer: inbox, links: site.links, secret };
  const auth = createAuth({ ...options, features: [billing] });
  closing.push(async () => (await auth.close(), store.close()));
  const pages = createPages({ features: [billingPages] });
  const surface = createHttpSurface({ auth, site, pages, standalone: true });
  const ask = browserOf(surface);
  await ask("/sign-in", { email: "ada@example.com" });
  await auth.settle({ within: 10_000 });
  const { html: asked } = await ask("/sign-in/code");
  const [, step = ""] = /name="step" value="([^"]*)"/.exec(asked) ?? [];
  await ask("/sign-in/code", { step, code: inbox.codeFor("ada@example.com") });
  await ask("/new-organization", { name: "Nordlicht", slug: "nordlicht" });
  return { ask, auth, site };
}

describe("the pages of the billing sample", () => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    world = await open();
  });

  it("show the plan in settings and rail, and in a banner while it is free", async () => {
    const { html: settings } = await world.ask(`${AT}/settings`);
    expect(settings).toContain(`<section class="section" id="plan"`);
    expect(settings).toContain("You&#39;re on the free plan");
    expect(settings.split(`href="${AT}/plan"`)).toHaveLength(4);
    const { html: plan } = await world.ask(`${AT}/plan`);
    expect(plan).toContain("<title>Plan – Acme</title>");
    expect(plan).not.toContain("You&#39;re on the free plan");
  });

  it("change it, say so, and refuse in place", async () => {
    const changed = await world.ask(`${AT}/plan/change`, { plan: "team" });
    expect([changed.status, changed.location]).toEqual([303, `${AT}/plan`]);
    expect((await world.ask(`${AT}/plan`)).html).toContain("Your plan is Team now.");
    const missing = await world.ask(`${AT}/plan/change`, { plan: "gold" });
    expect(missing.status).toBe(400);
    expect(missing.html).toContain("Choose a plan.");
    expect(missing.html).toContain("Abmelden");
  });

  it("are not there where they are left out", async () => {
    const { auth, site } = world;
    const surface = createHttpSurface({ auth, site, pages: createPages(), standalone: true });
    expect((await browserOf(surface)(`${AT}/plan`)).status).toBe(404);
  });
});

import { html } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount, sectionText } from "../test/account-world.js";
import { type Browser, plainText, type ShownPage } from "../test/browser.js";
import { openWorld, type WorldOptions } from "../test/open-world.js";
import { planPages, plansFeature } from "../test/plans.js";
import { tollFeature, tollPages } from "../test/toll.js";
import { htmlFaults } from "../test/valid-html.js";
import { type AnyFeaturePages, createPages } from "./create-pages.js";
import { type FeatureOptions, pagesOf } from "./feature-pages.js";
import type { OwnPaths } from "./href.js";

const PLAN = "/organizations/nordlicht/plan";

const withPlans = (): WorldOptions => ({
  features: [plansFeature()],
  pages: { features: [planPages] },
});

/** Ada owns an organization. */
async function openOrganization(options = withPlans()) {
  const { world, browser } = await openAccount(options);
  await browser.post("/new-organization", { name: "Nordlicht", slug: "nordlicht" });
  return { world, browser };
}

const railOf = ({ html: shown }: ShownPage): readonly string[] => {
  const rail = /<nav class="rail".*?<\/nav>/s.exec(shown)?.[0] ?? "";
  return [...rail.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
};

const bannerOf = ({ html: shown }: ShownPage): string =>
  plainText(/<aside class="banner.*?<\/aside>/s.exec(shown)?.[0] ?? "");

describe("a page of a feature", () => {
  it("is in the rail of those who may see it, takes its form, and says what it did", async () => {
    const { world, browser } = await openOrganization();
    const members = await browser.open("/organizations/nordlicht/members");
    expect(railOf(members).at(-1)).toBe(PLAN);
    const page = await browser.open(PLAN);
    expect([page.status, page.heading]).toEqual([200, "Plan"]);
    expect(page.html).toContain(`href="${PLAN}" aria-current="page"`);
    expect(page.html).toContain("<title>Plan – Acme</title>");
    const changed = await browser.submit(page, PLAN, { plan: "team" });
    expect([changed.url, plainText(changed.html)]).toEqual([
      PLAN,
      expect.stringContaining("You're on team now."),
    ]);

    const refused = await browser.submit(page, PLAN, { plan: "free" });
    expect([refused.status, plainText(refused.html)]).toEqual([
      409,
      expect.stringContaining("You have more members than this plan has room for."),
    ]);
    const missing = await browser.submit(page, PLAN, {});
    expect([missing.status, plainText(missing.html)]).toEqual([
      400,
      expect.stringContaining("Choose a plan."),
    ]);
    expect(world.breaches).toEqual([]);
  });

  it("is valid HTML, as are its sections on pages of the package, shown and refused", async () => {
    const { browser } = await openOrganization();
    const shown = [
      await browser.open(PLAN),
      await browser.send(PLAN, {}),
      await browser.open("/organizations/nordlicht/settings"),
      await browser.open("/account/security"),
      await browser.send("/account/security/offers", { email: "ada" }),
    ];
    for (const { html: page, url } of shown) expect(await htmlFaults(page), url).toEqual([]);
  });

  it("is not for those who may not see it, and links to it are not drawn", async () => {
    const { world, browser } = await openOrganization();
    const ben = await enter(world, "ben@example.com");
    await browser.post("/organizations/nordlicht/invitations/new", {
      emails: "ben@example.com",
      role: "member",
    });
    const list = await ben.open("/organizations");
    const accept = /action="(\/invitations\/[^"]*\/accept)"/.exec(list.html)?.[1] ?? "";
    const members = await ben.submit(list, accept);
    expect(railOf(members)).not.toContain(PLAN);
    expect((await ben.ask("GET", PLAN)).status).toBe(403);
    expect((await ben.ask("GET", "/organizations/other/plan")).status).toBe(404);
    expect((await world.newBrowser().ask("GET", PLAN)).location).toBe(
      `/sign-in?next=${encodeURIComponent(PLAN)}`,
    );
    expect(
      (await browser.send(PLAN, { plan: "team" }, { origin: "https://evil.example" })).status,
    ).toBe(403);
    expect((await browser.ask("PUT", PLAN)).headers.get("allow")).toBe("GET, HEAD, POST");
  });

  it("speaks the language of the page, and English where a text is missing", async () => {
    const { browser } = await openOrganization();
    await browser.send("/look", { locale: "de" });
    const page = await browser.open(PLAN);
    expect([page.heading, plainText(page.html)]).toEqual([
      "Tarif",
      expect.stringContaining("Change plan"),
    ]);
    const refused = await browser.submit(page, PLAN, { plan: "free" });
    expect(plainText(refused.html)).toContain("zu viele Mitglieder");
  });

  it("has a part in pages of the package, to which its refused form belongs alone", async () => {
    const { browser } = await openOrganization();
    const settings = await browser.open("/organizations/nordlicht/settings");
    expect(sectionText(settings.html, "plan")).toBe("Plan team");
    const security = await browser.open("/account/security");
    const refused = await browser.submit(security, "/account/security/offers", { email: "ada" });
    expect([refused.status, refused.heading]).toEqual([400, "Security"]);
    expect(sectionText(refused.html, "offers")).toContain("Enter an email address like");
    expect(refused.html).toContain('value="ada"');
    expect(refused.html).toContain("<title>Error: Security – Acme</title>");
    const sent = await browser.submit(security, "/account/security/offers", { email: ADA });
    expect([sent.status, sent.url]).toEqual([200, "/account/security"]);
    expect(sectionText(sent.html, "offers")).toContain("Email address");
    expect((await browser.ask("GET", "/account/security/offers")).location).toBe(
      "/account/security",
    );
  });
});

describe("a banner of a feature", () => {
  const said = (name: string, place: "first" | "last") =>
    pagesOf()({ name, texts: { en: {} } }).pages({
      banner: { place, compose: () => ({ kind: "warn", text: name, button: null }) },
    });

  async function bannerOver(features: readonly AnyFeaturePages[]) {
    const world = await openWorld({ pages: { features } });
    const browser = world.newBrowser();
    await world.signUp(browser, ADA);
    return bannerOf(await browser.open("/account/security"));
  }

  it("stands behind those of the package, or before them", async () => {
    expect(await bannerOver([])).toContain(`Verify ${ADA}`);
    expect(await bannerOver([said("Trial", "last")])).toContain(`Verify ${ADA}`);
    expect(await bannerOver([said("Trial", "last"), said("Way back", "first")])).toBe("Way back");
  });

  it("has what the feature knows, and is not said where there is nothing", async () => {
    const { browser } = await openOrganization();
    expect(bannerOf(await browser.open("/account"))).toBe("");
    await browser.post("/account/security/offers", { email: ADA });
    expect(bannerOf(await browser.open("/account"))).toBe("Your trial has ended. Plan");
    expect(bannerOf(await browser.open(PLAN))).toBe("");
  });
});

describe("a withheld sign-in", () => {
  const open = () => openWorld({ features: [tollFeature()], pages: { features: [tollPages] } });
  const due = async (browser: Browser, world: Awaited<ReturnType<typeof open>>) =>
    world.signIn(browser, ADA, "/sign-in?next=/account/activity");

  it("goes on at the page of the feature, and ends where it was to lead", async () => {
    const world = await open();
    const browser = world.newBrowser();
    const page = await due(browser, world);
    expect([page.url, page.heading]).toEqual(["/toll", "Pay the toll"]);
    expect([...browser.cookies.keys()]).toContain("__Host-pending-toll");
    expect(page.html).toContain('<main class="card"');
    const wrong = await browser.submit(page, "/toll", { code: "000000" });
    expect([wrong.status, plainText(wrong.html)]).toEqual([
      400,
      expect.stringContaining("That is not the toll."),
    ]);
    const welcome = await browser.submit(page, "/toll", { code: "123456" });
    expect(welcome.url).toBe("/welcome");
    const done = await browser.submit(welcome, "/welcome", { name: "Ada", choice: "later" });
    expect(done.url).toBe("/account/activity");
    expect((await browser.ask("GET", "/account/receipts")).location).toBe(
      "/confirm?next=%2Faccount%2Freceipts",
    );
  });

  it("starts again without its cookie", async () => {
    const world = await open();
    const browser = world.newBrowser();
    for (const method of ["GET", "POST"] as const) {
      const answer =
        method === "GET"
          ? await browser.ask(method, "/toll")
          : await browser.send("/toll", { code: "123456" });
      expect([answer.status, answer.location]).toEqual([303, "/sign-in"]);
    }
    await due(browser, world);
    browser.cookies.set("__Host-pending-toll", "other");
    expect((await browser.ask("GET", "/toll")).location).toBe("/sign-in");
  });
});

it("a feature that is off leaves no trace", async () => {
  const { browser } = await openOrganization({});
  expect((await browser.ask("GET", PLAN)).status).toBe(404);
  expect((await browser.send("/account/security/offers", {})).status).toBe(404);
  for (const path of ["/account/security", "/organizations/nordlicht/settings"]) {
    const page = await browser.open(path);
    expect(page.html, path).not.toMatch(/plan|offers|trial/i);
  }
});

describe("pages of features are refused at the start", () => {
  const empty = { load: () => ({}), template: () => ({ title: "", content: html`` }) };
  /** A feature with one page of that path, whose name is `one` unless said. */
  const at = (path: `/${string}`, name = "one", feature = "notes"): AnyFeaturePages => {
    const options: FeatureOptions<unknown, OwnPaths, object> = {
      name: feature,
      paths: { [name]: path },
      texts: { en: {} },
    };
    const notes = pagesOf()<OwnPaths, object>(options);
    return notes.pages({ pages: [notes.page({ name, access: "in", ...empty })] });
  };
  const notes = pagesOf()({
    name: "notes",
    paths: { one: "/one/:id", two: "/two" },
    texts: { en: {} },
  });
  const one = notes.page({ name: "one", access: "in", ...empty });
  const two = notes.page({ name: "two", access: { permission: "org:read" }, ...empty });
  const posted = (form: "one" | "settings" | "passkey" | "signUp") =>
    notes.page({ name: "two", access: "in", form, post: () => Promise.reject(new Error("no")) });

  it.each<[what: string, features: readonly AnyFeaturePages[], fault: string]>([
    [
      "a path of the package",
      [at("/account/data")],
      "the path /account/data of one is that of data of the package, /account/data: choose another",
    ],
    [
      "a path that a page of the package has too",
      [at("/organizations/new")],
      "the path /organizations/new of one is that of organization of the package, /organizations/:slug",
    ],
    [
      "a path that waits for a feature",
      [at("/account/tokens")],
      "is that of tokens of the package",
    ],
    [
      "a name of the package",
      [at("/notes", "security")],
      "the name security is that of a page of the package: choose another",
    ],
    [
      "a path of another feature",
      [at("/notes/:id"), at("/notes/new", "two", "lists")],
      "the pages of lists: the path /notes/new of two is that of one of notes, /notes/:id: choose another",
    ],
    [
      "a name of another feature",
      [at("/notes"), at("/lists", "one", "lists")],
      "the pages of lists: the name one is that of a page of notes: choose another",
    ],
    [
      "a feature twice",
      [at("/notes"), at("/lists", "two")],
      "the pages of notes: they are given twice",
    ],
    [
      "a malformed path",
      [at("/Notes?all")],
      "/Notes?all is no path of a page: write it as /account/plan",
    ],
    ["an open end", [at("/notes/")], "/notes/ is no path of a page"],
    ["a parameter twice", [at("/notes/:id/:id")], "/notes/:id/:id is no path of a page"],
    [
      "a path of the API",
      [at("/api/notes")],
      "/api/notes is the service's own: choose another path",
    ],
    ["a path of the API in capitals", [at("/API")], "/API is the service's own"],
    ["a path of the assets", [at("/assets/notes")], "/assets/notes is the service's own"],
    [
      "a malformed name",
      [at("/notes", "my notes")],
      "my notes is no name of a page: write letters and digits",
    ],
    [
      "a permission without an organization",
      [notes.pages({ pages: [one, two] })],
      "two asks for a permission, so its path needs the organization: /organizations/:slug/…",
    ],
    [
      "a path without a page",
      [notes.pages({ pages: [one] })],
      "two has a path and no page: list the page, or remove the path",
    ],
    [
      "a page twice",
      [notes.pages({ pages: [one, one, posted("one")] })],
      "the page one is listed twice",
    ],
    [
      "a form whose page needs more of the path",
      [notes.pages({ pages: [one, posted("one")] })],
      "the form of two stands on /one/:id, so its path needs :id",
    ],
    [
      "a form whose page needs a permission",
      [notes.pages({ pages: [one, posted("settings")] })],
      "so its access must be a permission",
    ],
    [
      "an entry with a parameter",
      [
        notes.pages({
          pages: [notes.page({ name: "one", access: "in", rail: () => "One", ...empty })],
        }),
      ],
      "one has an entry of the rail, so its path cannot have other parameters",
    ],
    [
      "an entry for nobody who is signed in",
      [
        notes.pages({
          pages: [one, notes.page({ name: "two", access: "step", rail: () => "Two", ...empty })],
        }),
      ],
      "two has an entry of the rail, so it must show something",
    ],
    [
      "a refusal that leads nowhere",
      [notes.pages({ pages: [one], leads: { NO: "one" } })],
      "NO leads to one, which is no page without parameters",
    ],
  ])("%s", (_, features, fault) => {
    expect(() => createPages({ features })).toThrow(RangeError);
    expect(() => createPages({ features })).toThrow(fault);
  });

  it("where auth lacks what they need, everything at once", async () => {
    const unknown = pagesOf<unknown, "notes:read">()({
      name: "notes",
      paths: { notes: "/organizations/:slug/notes" },
      texts: { en: {} },
    });
    const page = unknown.page({ name: "notes", access: { permission: "notes:read" }, ...empty });
    const features = [planPages, tollPages, unknown.pages({ pages: [page] })];
    await expect(openWorld({ pages: { features } })).rejects.toThrow(
      new RangeError(
        "createPages({ features }): the pages of plans need the feature plans: give it to createAuth, or leave these pages out; " +
          "the pages of plans say what PLAN_TOO_SMALL is, which is no error of a feature of auth; " +
          "the pages of toll need the feature toll: give it to createAuth, or leave these pages out; " +
          "the pages of toll go on with a withheld sign-in on toll, and no gate with a cookie withholds one; " +
          "the pages of toll say what TOLL_DUE is, which is no error of a feature of auth; " +
          "the pages of toll say what TOLL_STALE is, which is no error of a feature of auth; " +
          "the pages of notes ask for notes:read on notes, which no role has: name it in a feature's permissions",
      ),
    );
  });

  it("but not where a name of the package waits for them", () => {
    expect(() => createPages({ features: [at("/account/tokens", "tokens")] })).not.toThrow();
    expect(() =>
      createPages({
        features: [at("/account/tokens", "tokens"), at("/account/tokens", "tokens", "lists")],
      }),
    ).toThrow("the path /account/tokens of tokens is that of tokens of notes");
  });
});

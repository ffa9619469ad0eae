import { createHash } from "node:crypto";
import { anyString, stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { enter, pathIn } from "../../test/account-world.js";
import { Browser, hiddenFields, plainText } from "../../test/browser.js";
import { dump } from "../../test/dump.js";
import { openWorld } from "../../test/open-world.js";
import { PAGE_PATHS, type PageName } from "../page-paths.js";
import { PAGES } from "../pages/pages.js";

const ADA = "ada@example.com";
const NAMES: readonly PageName[] = Object.values(PAGES).map(({ name }) => name);
const pathOf = (name: PageName): string => PAGE_PATHS[name].replaceAll(/:\w+/g, "x");
const POSTED = Object.values(PAGES).filter(({ post }) => post !== null);

async function signedIn() {
  const world = await openWorld();
  const browser = world.newBrowser();
  await world.signIn(browser, ADA);
  return { world, browser };
}

describe("a page", () => {
  it("has the headers of pages, each once, and no other origin may read it", async () => {
    const { browser } = await signedIn();
    for (const path of ["/account", "/sign-out", "/welcome"]) {
      const headers = { origin: "https://app.example.com" };
      const page = await browser.ask("GET", path, { headers });
      expect(Object.fromEntries(page.headers)).toEqual({
        "cache-control": "no-store",
        vary: "Accept-Language, Cookie",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "strict-transport-security": "max-age=63072000",
        "referrer-policy": "strict-origin",
        "permissions-policy":
          "publickey-credentials-get=(self), publickey-credentials-create=(self)",
        "cross-origin-opener-policy": "same-origin",
        "x-request-id": anyString(),
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']*'; img-src 'self'; connect-src 'self'; form-action 'self' https:\/\/auth\.example\.com https:\/\/app\.example\.com; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
        ),
      });
      const inline = [...page.html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text);
      for (const text of inline)
        expect(page.headers.get("content-security-policy")).toContain(
          `'sha256-${createHash("sha256")
            .update(text ?? "")
            .digest("base64")}'`,
        );
      expect(inline).toHaveLength(path === "/account" ? 0 : 1);
      expect(page.html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|javascript:/);
    }
  });

  it("is its exact path and no other one", async () => {
    const { browser } = await signedIn();
    for (const path of ["/account/", "/Account", "//account", "/account//", "/%61ccount"]) {
      const page = await browser.ask("GET", path);
      expect([page.status, page.heading], path).toEqual([404, "Page not found"]);
    }
    const forPrograms = await browser.ask("GET", "/nowhere", { headers: { accept: "*/*" } });
    expect([forPrograms.status, forPrograms.headers.get("content-type")]).toEqual([
      404,
      "application/json; charset=utf-8",
    ]);
    const root = await browser.ask("GET", "/", { headers: { accept: "application/json" } });
    expect([root.status, root.location]).toEqual([404, null]);
  });

  it("passes other paths on where the application has some", async () => {
    const { surface } = await openWorld({ standalone: false, path: "/auth" });
    const asked = (path: string, accept: string) =>
      surface.answer({
        method: "GET",
        path,
        query: "",
        peer: { ipAddress: null, network: "unknown" },
        header: (name) => (name === "accept" ? accept : undefined),
        readBody: async () => null,
      });
    expect([
      asked("/", "text/html"),
      asked("/sign-in", "text/html"),
      asked("/auth/nowhere", "text/html"),
      asked("/auth", "application/json"),
    ]).toEqual([null, null, null, null]);
    expect((await asked("/auth", "text/html"))?.status).toBe(302);
    expect((await asked("/auth/sign-in", "*/*"))?.status).toBe(200);
  });

  it("answers another method with 405 as a page", async () => {
    const { browser } = await signedIn();
    const put = await browser.ask("PUT", "/account");
    expect([put.status, put.headers.get("allow"), put.heading]).toEqual([
      405,
      "GET, HEAD",
      "That didn't work",
    ]);
    const options = await browser.ask("OPTIONS", "/sign-in");
    expect([options.status, options.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  it("that is not there, or not for the visitor, keeps bar and rail of people who are signed in", async () => {
    const { world, browser } = await signedIn();
    await browser.post("/new-organization", { name: "Own", slug: "own" });
    await browser.post("/new-organization", { name: "Studio", slug: "studio" });
    const ben = await enter(world, "ben@example.com");
    await browser.post("/organizations/studio/invitations/new", {
      emails: "ben@example.com",
      role: "member",
    });
    const list = await ben.open("/organizations");
    await ben.submit(list, pathIn(list.html, "/invitations/", "/accept"));
    await ben.post("/new-organization", { name: "Ben's", slug: "bens" });

    const unknown = await ben.ask("GET", "/nowhere");
    const method = await ben.ask("PUT", "/account");
    const foreign = await ben.ask("GET", "/organizations/own/members");
    const denied = await ben.ask("GET", "/organizations/studio/audit");
    for (const page of [unknown, method, foreign, denied]) {
      expect(page.html).toContain('<nav class="rail"');
      expect(page.html).toContain("ben@example.com");
      expect(page.html).toMatch(/href="\/account"><span>Go to your account/);
    }
    expect([denied.status, denied.heading]).toEqual([403, "You don't have access"]);
    expect(plainText(denied.html)).toContain(
      "Your role doesn't allow this. Ask an owner or an admin of the organization.",
    );
    // The rail is that of the organization of the path.
    expect(denied.html).toContain('href="/organizations/studio/members"');
    expect(unknown.html).toContain('href="/organizations/bens/members"');

    for (const page of [
      await world.newBrowser().ask("GET", "/nowhere"),
      await ben.send("/account/name", { name: "Eve" }, { origin: "https://evil.example" }),
    ])
      expect(page.html).not.toContain('<nav class="rail"');
    expect(world.breaches).toEqual([]);
  });

  it("that only takes a form leads to the page of the form", async () => {
    const { browser } = await signedIn();
    const asked = await Promise.all(
      ["/account/name", "/sign-in/code/resend", "/look"].map((path) => browser.ask("GET", path)),
    );
    expect(asked.map(({ status, location }) => [status, location])).toEqual([
      [303, "/account"],
      [303, "/sign-in/code"],
      [303, "/"],
    ]);
  });

  it("that is for people who are signed in leads to the sign-in and back", async () => {
    const { newBrowser } = await openWorld();
    const get = await newBrowser().ask("GET", "/account?a=1");
    expect([get.status, get.location]).toEqual([303, "/sign-in?next=%2Faccount%3Fa%3D1"]);
    const post = await newBrowser().send("/account/name", { name: "Ada" });
    expect([post.status, post.location]).toEqual([303, "/sign-in?next=%2Faccount"]);
  });

  it("has no body for HEAD, and HEAD clears no message", async () => {
    const { world, browser } = await signedIn();
    await browser.send("/sign-out", {});
    const head = await browser.ask("HEAD", "/sign-in");
    expect([head.status, head.html, head.cookies]).toEqual([200, "", []]);
    expect((await browser.ask("GET", "/sign-in")).html).toContain("You&#39;re signed out.");
    expect((await browser.ask("GET", "/sign-in")).html).not.toContain("signed out");
    expect(world.breaches).toEqual([]);
  });
});

describe("a GET", () => {
  it("in the place of a form changes nothing, whatever its query says", async () => {
    const { world, browser } = await signedIn();
    await world.auth.settle({ within: 10_000 });
    const before = await dump(world.store);
    const fields = "email=eve@example.com&name=Eve&theme=dark&everywhere=true&choice=later";
    for (const { name } of POSTED) {
      const { status, cookies } = await browser.ask("GET", `${pathOf(name)}?${fields}`);
      expect([200, 303, 400, 404], name).toContain(status);
      expect(cookies, name).toEqual([]);
    }
    expect(await dump(world.store)).toEqual(before);
  });
});

describe("what a browser keeps", () => {
  it("changes nothing when it is altered, cut, or of another secret, on any page", async () => {
    const { world, browser } = await signedIn();
    const other = await openWorld({ auth: { secret: Buffer.alloc(32, 8).toString("base64") } });
    const stranger = other.newBrowser();
    await stranger.post("/sign-in", { email: "eve@example.com" });
    const foreign = stranger.cookies.get("__Host-step") ?? "";
    const sealed = foreign.replace(/^[^.]*/, "");
    for (const name of NAMES) {
      const plain = await browser.ask("GET", pathOf(name));
      for (const value of [foreign, sealed, foreign.slice(0, -9), "x", "{}", "%00", "."]) {
        for (const cookie of ["__Host-step", "__Host-flash"]) browser.cookies.set(cookie, value);
        const page = await browser.ask("GET", pathOf(name));
        expect([page.status, page.location], name).toEqual([plain.status, plain.location]);
        expect(page.html, name).not.toContain("eve@example.com");
        const takes = POSTED.find((each) => each.name === name && each.access === "step");
        const posted = takes && (await browser.send(pathOf(name), { step: value }));
        expect([undefined, "/sign-in"], name).toContain(posted?.location);
        browser.cookies.delete("__Host-step");
        browser.cookies.delete("__Host-flash");
      }
    }
    expect(world.breaches).toEqual([]);
  });
});

/** Requests that browsers send for a page that is not ours, and for none. */
const FOREIGN: readonly (readonly [
  what: string,
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
])[] = [
  ["another site", 403, { origin: "https://evil.example" }],
  ["a subdomain of ours", 403, { origin: "https://x.auth.example.com" }],
  [
    "an application of ours, which has no forms of ours",
    403,
    { origin: "https://app.example.com" },
  ],
  [
    "a subdomain beside ours, by the fetch metadata",
    403,
    { origin: undefined, "sec-fetch-site": "same-site" },
  ],
  ["no origin", 403, { origin: undefined }],
  ["a hidden origin", 403, { origin: "null" }],
  [
    "another site, by the fetch metadata",
    403,
    { origin: undefined, "sec-fetch-site": "cross-site" },
  ],
  ["a script of ours in JSON", 415, { "content-type": "application/json" }],
  ["plain text", 415, { "content-type": "text/plain" }],
  ["parts", 415, { "content-type": "multipart/form-data; boundary=x" }],
];

describe("a form", () => {
  it.each(FOREIGN)(
    "from %s is refused with %i, and does nothing",
    async (_what, status, headers) => {
      const { world, browser } = await signedIn();
      await world.auth.settle({ within: 10_000 });
      const before = await dump(world.store);
      for (const { name } of POSTED) {
        const page = await browser.send(pathOf(name), { email: ADA, name: "Eve" }, headers);
        expect([page.status, page.heading, page.cookies], name).toEqual([
          status,
          "That didn't work",
          [],
        ]);
      }
      await world.auth.settle({ within: 10_000 });
      expect(await dump(world.store)).toEqual(before);
    },
  );

  it("without a body comes from our page, too", async () => {
    const { browser } = await signedIn();
    const headers = { origin: undefined, "content-type": undefined };
    const refused = await browser.ask("POST", "/sign-out", { headers });
    expect(refused.status).toBe(403);
    expect((await browser.ask("GET", "/account")).status).toBe(200);
  });

  it("that is too long is refused as a page", async () => {
    const { browser } = await signedIn();
    const page = await browser.send("/account/name", { name: "x".repeat(200_000) });
    expect([page.status, page.heading]).toEqual([413, "That didn't work"]);
  });

  it("that is refused comes back with what was typed, and the message in its place", async () => {
    const { world, browser } = await signedIn();
    const long = "x".repeat(300);
    const page = await browser.send("/account/name", { name: long });
    expect([page.status, page.url, page.heading]).toEqual([400, "/account/name", "Profile"]);
    expect(page.html).toContain(`value="${long}"`);
    expect(page.html).toContain("Enter a shorter name, without line breaks.");
    expect(page.html).toContain("<title>Error: Profile – Acme</title>");
    expect(page.html).toMatch(/aria-invalid="true"/);
    const empty = await browser.send("/account/name", {});
    expect(empty.html).toContain("Enter a name.");
    const address = await world.newBrowser().send("/sign-in", { email: "nobody" });
    expect([address.status, address.heading]).toEqual([400, "Sign in or create an account"]);
    expect(address.html).toContain("Enter an email address like name@example.com.");
    expect(address.html).toContain('value="nobody"');
  });

  it("that is sent too often is refused, with when to try again", async () => {
    const world = await openWorld({ auth: { policy: { requestsPerClient: 1 } } });
    const browser = world.newBrowser();
    await browser.send("/sign-in", { email: ADA });
    const page = await browser.send("/sign-in", { email: ADA });
    expect([page.status, page.heading, page.headers.has("retry-after")]).toEqual([
      429,
      "That didn't work",
      true,
    ]);
    expect(page.html).toMatch(/Too many attempts\. Try again in \d+ (?:seconds?|minutes?)\./);
  });

  it("counts among the writes of its user", async () => {
    const world = await openWorld({ auth: { policy: { writesPerUser: 1 } } });
    const browser = world.newBrowser();
    const welcome = await world.signIn(browser, ADA);
    await browser.submit(welcome, "/welcome", { name: "Ada", choice: "later" });
    const page = await browser.send("/account/name", { name: "Eve" });
    expect([page.status, page.headers.has("retry-after")]).toEqual([429, true]);
  });
});

describe("a sign-in under way", () => {
  it("is that of the form, so that two tabs with two addresses stay apart", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const first = await browser.post("/sign-in", { email: ADA });
    await browser.post("/sign-in", { email: "eve@example.com" });
    const code = await world.codeFor(ADA);
    const welcome = await browser.submit(first, "/sign-in/code", { code });
    expect(welcome.url).toBe("/welcome");
    expect((await browser.open("/account")).html).toContain(ADA);
  });

  it("that is missing, altered, expired or of another secret starts again", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    const page = await browser.post("/sign-in", { email: ADA });
    const { step = "" } = hiddenFields(page, "/sign-in/code");
    const code = await world.codeFor(ADA);
    const altered = ["", step.slice(0, -1), `${step.slice(0, -2)}AA`, "x", "0".repeat(9_000)];
    for (const each of altered) {
      const posted = await browser.send("/sign-in/code", { code, step: each });
      expect([posted.status, posted.location], each).toEqual([303, "/sign-in"]);
      const other = new Browser(world.surface);
      other.cookies.set("__Host-step", each);
      const got = await other.open("/sign-in/code");
      expect([got.url, got.status], each).toEqual(["/sign-in", 200]);
      expect(got.html).toContain("That took too long. Start again.");
    }
    world.clock.advance(31 * 60_000);
    expect((await browser.open("/sign-in/code")).url).toBe("/sign-in");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_PATHS } from "../src/page-paths.js";
import { PAGES } from "../src/pages/pages.js";
import { ADA, enter } from "./account-world.js";
import type { Browser, ShownPage } from "./browser.js";
import { dump } from "./dump.js";
import { openCast } from "./states/cast.js";

/** A page, and one of its paths. */
interface Place {
  readonly name: string;
  readonly path: string;
  readonly takesForm: boolean;
}

/** What leads out of a page, within ours. */
const targetsOf = ({ html }: ShownPage): readonly string[] =>
  [...html.matchAll(/(?:href|action)="(\/[^"#?]*)/g)].map(([, path = ""]) => path);

/** Every path that pages lead to, from the first on; each page is asked for once. */
async function walk(browser: Browser, start: string): Promise<ReadonlySet<string>> {
  const found = new Set([start]);
  for (const path of found) {
    if (/^\/(?:api|assets)\//.test(path)) continue;
    for (const target of targetsOf(await browser.open(path))) found.add(target);
  }
  return found;
}

/** The path of each page, with ids of rows that are there. */
const pathsOf = (found: ReadonlySet<string>): readonly Place[] =>
  Object.values(PAGES).map(({ name, post }) => {
    const pattern = PAGE_PATHS[name].replace(":provider", "idp").replace(":slug", "nordlicht");
    const shape = new RegExp(`^${pattern.replace(":id", "[0-9a-f]{8}-[0-9a-f-]{27}")}$`);
    const path = pattern.includes(":") ? [...found].find((each) => shape.test(each)) : pattern;
    if (path === undefined) throw new Error(`no page leads to ${pattern}`);
    return { name, path, takesForm: post !== null };
  });

const UNLIMITED = { requestsPerClient: 0, readRequestsPerClient: 0, writesPerUser: 0 };

/** An owner who has some of everything, is invited elsewhere, and has asked for a link. */
async function openOwner() {
  const cast = await openCast({ world: { auth: { policy: UNLIMITED } } });
  const { world, ada, stranger } = cast;
  const host = await enter(world, "host@example.com");
  await host.post("/new-organization", { name: "Atelier", slug: "atelier" });
  await host.post("/organizations/atelier/invitations/new", { emails: ADA, role: "member" });
  const visitor = stranger();
  await visitor.post("/sign-in", { email: "new@example.com" });
  const mailed = [await cast.resetLink(), await cast.invitationLink("joins@example.com")];
  await world.auth.settle({ within: 10_000 });
  return { world, ada, visitor, mailed, places: pathsOf(await walk(ada, "/account")) };
}

let owner: Awaited<ReturnType<typeof openOwner>>;
beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => expect(owner.world.breaches).toEqual([]));

/** A download of the audit log is entered in it. */
const isEntered = ({ name }: Place): boolean => name === "downloadAuditLog";

describe("a GET of every path, with ids that the owner has", () => {
  it("changes no row, ten times, nor does HEAD: of the owner, of a stranger, and of mailed links", async () => {
    const { world, ada, visitor, mailed, places } = owner;
    const before = await dump(world.store);
    const all = [...places.filter((place) => !isEntered(place)).map(({ path }) => path), ...mailed];
    for (const browser of [ada, visitor])
      for (const path of all) {
        for (let times = 0; times < 10; times++) {
          const { status } = await browser.ask(times % 5 === 4 ? "HEAD" : "GET", path);
          // 400: there is no link in this browser to choose a new password by.
          expect([200, 302, 303, 400], path).toContain(status);
        }
      }
    await world.auth.settle({ within: 10_000 });
    expect(await dump(world.store)).toEqual(before);
  });
});

/** What keeps other windows, frames, sites and a later user of the browser out. */
function expectClosed({ status, headers }: ShownPage, what: string): void {
  expect(headers.get("cache-control"), what).toBe("no-store");
  expect(headers.get("cross-origin-opener-policy"), what).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy"), what).toBe("same-origin");
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  expect(headers.has("access-control-allow-origin"), what).toBe(false);
  if (status < 300 || status > 399)
    expect(headers.get("content-security-policy"), what).toMatch(/frame-ancestors 'none'/);
}

describe("every answer", () => {
  it("is stored nowhere, framed nowhere and without an opener: shown, refused, led on", async () => {
    const { ada, visitor, places } = owner;
    const headers = { origin: "https://evil.example" };
    for (const { path, takesForm } of places)
      for (const browser of [ada, visitor]) {
        expectClosed(await browser.ask("GET", path, { headers }), `GET ${path}`);
        expectClosed(await browser.ask("PUT", path), `PUT ${path}`);
        if (takesForm) expectClosed(await browser.send(path, {}, headers), `POST ${path}`);
      }
    expectClosed(await ada.ask("GET", "/nowhere"), "an unknown path");
  });
});

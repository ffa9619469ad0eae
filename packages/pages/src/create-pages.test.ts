import { createAuth } from "@acme/auth-core";
import { createHttpSurface, createSite } from "@acme/auth-http";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { openWorld } from "../test/open-world.js";
import { createPages } from "./create-pages.js";

const serviceUrl = "https://auth.example.com";
const withPages = createSite({ serviceUrl, pages: "/" });
const withFrontEnd = createSite({ serviceUrl, appUrl: "https://app.example.com" });

const openAuth = async (mails = {}) =>
  createAuth({
    store: await openMemoryStore(),
    mailer: createInbox(),
    links: withPages.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    mails,
  });

describe("pages", () => {
  it("are for a site that has a place for them, which wants them", async () => {
    const auth = await openAuth();
    expect(() => createHttpSurface({ auth, site: withPages })).toThrow(
      new TypeError("the site has pages: give the surface those that createPages makes"),
    );
    expect(() => createHttpSurface({ auth, site: withFrontEnd, pages: createPages() })).toThrow(
      new TypeError("pages need a place: give createSite the path of pages"),
    );
  });

  it("are in no document, and leave every other route as it is, to the byte", async () => {
    const auth = await openAuth();
    const surfaces = [
      createHttpSurface({ auth, site: withPages, standalone: true, pages: createPages() }),
      createHttpSurface({ auth, site: { ...withPages, pages: null }, standalone: true }),
    ];
    for (const path of ["/api/v1/openapi.json", "/docs", "/healthz", "/api/auth/x", "/nowhere"]) {
      const [open, closed] = await Promise.all(
        surfaces.map(async (surface) => {
          const reply = await surface.answer({
            method: "GET",
            path,
            query: "",
            peer: { ipAddress: null, network: "unknown" },
            header: () => undefined,
            readBody: async () => null,
          });
          const headers = reply?.headers.filter((_, at, all) => all[at & ~1] !== "X-Request-Id");
          return { status: reply?.status, headers, body: reply?.body };
        }),
      );
      expect(open, path).toEqual(closed);
    }
  });

  it("need the texts of every language of mails", async () => {
    const auth = await openAuth({
      locales: ["en", { locale: "nl", load: async () => ({}) }],
    });
    const open = (texts = {}) =>
      createHttpSurface({ auth, site: withPages, pages: createPages({ texts }) });
    expect(() => open()).toThrow(new RangeError("createPages({ texts }): no texts in nl"));
    expect(() => open({ nl: {} })).not.toThrow();
  });
});

describe("a file of the pages", () => {
  it("is served compressed, under a name that changes with it, for ever", async () => {
    const { newBrowser } = await openWorld();
    const browser = newBrowser();
    const page = await browser.open("/sign-in");
    const paths = [...page.html.matchAll(/"(\/assets\/auth-pages\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) {
      expect(path).toMatch(/^\/assets\/auth-pages\/(?:pages|icon)-[\w-]{16}\.(?:css|js|svg)$/);
      const answers = [];
      for (const accepted of [
        "gzip, deflate, br",
        "gzip",
        "br;q=0, gzip;q=0.5",
        "identity",
        undefined,
      ]) {
        const file = await browser.ask("GET", path ?? "", {
          headers: { "accept-encoding": accepted },
        });
        expect([file.status, file.cookies, file.html]).toEqual([
          200,
          [],
          expect.stringMatching(/^\d+ bytes$/),
        ]);
        expect(Object.fromEntries(file.headers)).toMatchObject({
          "cache-control": "public, max-age=31536000, immutable",
          vary: "Accept-Encoding",
          "x-content-type-options": "nosniff",
        });
        answers.push(file.headers.get("content-encoding"));
      }
      expect(answers).toEqual(["br", "gzip", "gzip", undefined, undefined]);
    }
  });
});

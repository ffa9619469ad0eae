import type { Links } from "@acme/auth-core";
import { anyFunction } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { createRouting } from "../kernel/routing.js";
import { surface } from "../surface.js";
import { createSite, type SiteOptions } from "./site.js";

const RIGHT: SiteOptions = {
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
};

/** Options that the compiler would refuse. */
const wrongly = (own: object): SiteOptions => Object.assign({ ...RIGHT }, own);

describe("a site", () => {
  it("says of a service below a path what to do instead, and of no other origin", () => {
    const below = "https://example.com/auth";
    expect(() => createSite({ ...RIGHT, serviceUrl: below })).toThrow("https://auth.example.com");
    expect(() => createSite({ ...RIGHT, trustedOrigins: [below] })).toThrow(/fragment$/);
  });

  it("is what its URLs say", () => {
    const site = createSite({
      serviceUrl: "https://API.example.com:443/",
      appUrl: "https://app.example.com/start?a=1",
      trustedOrigins: ["https://admin.example.org/"],
    });
    expect(site).toEqual({
      serviceOrigin: "https://api.example.com",
      appUrl: "https://app.example.com/start?a=1",
      homeUrl: "https://app.example.com/start?a=1",
      pages: null,
      secure: true,
      hstsIncludeSubdomains: false,
      allowedOrigins: new Set([
        "https://api.example.com",
        "https://app.example.com",
        "https://admin.example.org",
      ]),
      links: {
        service: "https://api.example.com",
        host: "api.example.com",
        home: "https://app.example.com/start?a=1",
        page: anyFunction(),
        verifyEmail: anyFunction(),
        resetPassword: anyFunction(),
        confirmEmailChange: anyFunction(),
        invitation: anyFunction(),
        magicLink: anyFunction(),
        exportDownload: anyFunction(),
        oauthCallback: anyFunction(),
      },
    });
  });

  it("has pages of its own where it is given their path", () => {
    const at = (pages: `/${string}`, homeUrl?: string) =>
      createSite({
        serviceUrl: "https://auth.example.com",
        pages,
        ...(homeUrl !== undefined && { homeUrl }),
      });
    expect(at("/")).toMatchObject({
      appUrl: "https://auth.example.com/",
      homeUrl: "https://auth.example.com/account",
      pages: "",
      allowedOrigins: new Set(["https://auth.example.com"]),
    });
    const below = at("/auth", "https://app.example.com/start");
    expect(below).toMatchObject({
      appUrl: "https://auth.example.com/auth",
      homeUrl: "https://app.example.com/start",
      pages: "/auth",
      allowedOrigins: new Set(["https://auth.example.com", "https://app.example.com"]),
    });
    const { links } = below;
    const page: Links["page"] = (name, item) => links.page(name, item);
    expect([
      links.home,
      page("passkeys", null),
      page("linked-accounts", null),
      page("sessions", null),
      page("deletion", null),
      page("exports", "1"),
      page("organizations", null),
      page("forgot-password", null),
    ]).toEqual([
      "https://auth.example.com/auth",
      "https://auth.example.com/auth/account/security#passkeys",
      "https://auth.example.com/auth/account/security#linked-accounts",
      "https://auth.example.com/auth/account/sessions",
      "https://auth.example.com/auth/account/data#deletion",
      "https://auth.example.com/auth/account/data?item=1#exports",
      "https://auth.example.com/auth/organizations",
      "https://auth.example.com/auth/forgot-password",
    ]);
  });

  it.each([
    "",
    "auth",
    "/auth/",
    "//",
    "/a//b",
    "/api",
    "/api/pages",
    "/API",
    "/a?b",
    "/..",
    "/a/..",
  ])("has no pages at %j", (pages) => {
    expect(() => createSite(wrongly({ pages, appUrl: undefined }))).toThrow(TypeError);
  });

  it("has one front end, and a home only where that is its pages", () => {
    expect(() => createSite(wrongly({ pages: "/" }))).toThrow(
      new TypeError("pages and appUrl are both given: the pages are the front end"),
    );
    expect(() => createSite(wrongly({ homeUrl: "https://app.example.com" }))).toThrow(
      new TypeError("homeUrl is for a site with pages"),
    );
    const script = { pages: "/", appUrl: undefined, homeUrl: "javascript:alert(1)" };
    expect(() => createSite(wrongly(script))).toThrow(
      new TypeError("homeUrl must be an http or https URL"),
    );
  });

  it("speaks plain http where its URL says so", () => {
    const site = createSite({
      serviceUrl: "http://localhost:3000",
      appUrl: "http://localhost:3004",
    });
    expect(site).toMatchObject({
      serviceOrigin: "http://localhost:3000",
      secure: false,
      links: { host: "localhost" },
    });
    expect([...site.allowedOrigins]).toEqual(["http://localhost:3000", "http://localhost:3004"]);
  });

  it.each<readonly [option: keyof SiteOptions, value: string]>([
    ["serviceUrl", ""],
    ["serviceUrl", "api.example.com"],
    ["serviceUrl", "//api.example.com"],
    ["serviceUrl", "ftp://api.example.com"],
    ["serviceUrl", "javascript:alert(1)"],
    ["serviceUrl", "https://user@api.example.com"],
    ["serviceUrl", "https://:hunter2@api.example.com"],
    ["serviceUrl", "https://api.example.com/auth"],
    ["serviceUrl", "https://api.example.com/?a=1"],
    ["serviceUrl", "https://api.example.com/#a"],
    ["appUrl", ""],
    ["appUrl", "data:text/html,hi"],
    ["appUrl", "https://user:hunter2@app.example.com/"],
    ["trustedOrigins", "*"],
    ["trustedOrigins", "null"],
    ["trustedOrigins", "https://*.example.com/*"],
    ["trustedOrigins", "https://*.example.com"],
    ["serviceUrl", "https://*.example.com"],
    ["trustedOrigins", "https://admin.example.org/path"],
    ["trustedOrigins", "chrome-extension://abc"],
  ])("names the option that is wrong, never its value: %s %j", (option, value) => {
    const options = { ...RIGHT, [option]: option === "trustedOrigins" ? [value] : value };
    expect(() => createSite(options)).toThrow(TypeError);
    expect(() => createSite(options)).toThrow(new RegExp(`^${option} must be `));
    expect(() => createSite(options)).not.toThrow("hunter2");
  });
});

const { links } = createSite({
  serviceUrl: "https://API.example.com",
  appUrl: "https://app.example.com/start",
});
const TOKEN = "eyJh.bGci_Oi-J";
const REDIRECT = "https://app.example.com/a?b=c&d=%20#e";

const inQuery = ({ searchParams }: URL): string | null => searchParams.get("token");
const inPath = ({ pathname }: URL): string | undefined =>
  createRouting(surface)(pathname)?.params["token"];

const MAILED = [
  {
    what: "a verification",
    link: links.verifyEmail(TOKEN),
    expected: `https://api.example.com/api/auth/verify-email?token=${TOKEN}`,
    tokenOf: inQuery,
  },
  {
    what: "a change of email address",
    link: links.confirmEmailChange(TOKEN),
    expected: `https://api.example.com/api/auth/change-email/confirm?token=${TOKEN}`,
    tokenOf: inQuery,
  },
  {
    what: "a magic link",
    link: links.magicLink(TOKEN, { callback: REDIRECT, newUser: null, error: null }),
    expected: `https://api.example.com/api/auth/magic-link/verify?token=${TOKEN}&callbackURL=https%3A%2F%2Fapp.example.com%2Fa%3Fb%3Dc%26d%3D%2520%23e`,
    tokenOf: inQuery,
  },
  {
    what: "an invitation",
    link: links.invitation(TOKEN),
    expected: `https://api.example.com/api/auth/invitation?token=${TOKEN}`,
    tokenOf: inQuery,
  },
  {
    what: "a reset",
    link: links.resetPassword(TOKEN, null),
    expected: `https://api.example.com/api/auth/reset-password/${TOKEN}`,
    tokenOf: inPath,
  },
  {
    what: "a reset with a place to go to",
    link: links.resetPassword(TOKEN, REDIRECT),
    expected: `https://api.example.com/api/auth/reset-password/${TOKEN}?callbackURL=https%3A%2F%2Fapp.example.com%2Fa%3Fb%3Dc%26d%3D%2520%23e`,
    tokenOf: inPath,
  },
];

describe("the link of a mail", () => {
  it.each(MAILED)("with $what is built from configuration alone", ({ link, expected }) => {
    expect(link).toBe(expected);
  });

  it.each(MAILED)(
    "with $what leads to a route of ours that people may open, with its token",
    ({ link, tokenOf }) => {
      const url = new URL(link);
      const opened = createRouting(surface)(url.pathname)?.methods.get("GET");
      expect(opened).toMatchObject({ access: "anyone" });
      // Either a page, or the way to one of the front end's.
      expect(opened!.page !== undefined || opened!.status === 302).toBe(true);
      expect(tokenOf(url)).toBe(TOKEN);
    },
  );

  it("keeps where to go afterwards, unchanged", () => {
    expect(new URL(links.resetPassword(TOKEN, REDIRECT)).searchParams.get("callbackURL")).toBe(
      REDIRECT,
    );
  });

  it.each(["a&callbackURL=https://evil.example", "a#b", "a b", "é+%"])(
    "says the token %j and no more",
    (token) => {
      for (const link of [links.verifyEmail(token), links.confirmEmailChange(token)]) {
        const { searchParams, hash } = new URL(link);
        expect([[...searchParams], hash]).toEqual([[["token", token]], ""]);
      }
    },
  );
});

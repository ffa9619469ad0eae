import { definePolicy, Secret, type SignedIn } from "@acme/auth-core";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import {
  browserCookie,
  clearedCookies,
  knownBrowserCookie,
  organizationCookie,
  readBrowserToken,
  readCookie,
  readKnownBrowserToken,
  readOrganizationHint,
  readSessionToken,
  sessionCookie,
} from "./cookies.js";

const https = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const http = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });

const HEADERS: readonly (readonly [
  what: string,
  header: string | undefined,
  value: string | null,
])[] = [
  ["no header", undefined, null],
  ["an empty header", "", null],
  ["only it", "session=abc", "abc"],
  ["it first", "session=abc; a=1", "abc"],
  ["it last", "a=1; session=abc", "abc"],
  ["a separator before it", ";session=abc", "abc"],
  ["no space between", "a=1;session=abc;b=2", "abc"],
  ["spaces around", "a=1;   session=abc  ; b=2", "abc"],
  ["an equals sign in the value", "session=a=b==", "a=b=="],
  ["quotes, which are part of it", 'session="abc"', '"abc"'],
  ["the same name twice", "session=abc; session=abc", null],
  ["the same name twice, once empty first", "session=; session=abc", null],
  ["the same name twice, once empty last", "session=abc; session=", null],
  ["the same name three times", "session=a; session=b; session=c", null],
  ["an empty value", "session=", null],
  ["a value of spaces", "session=   ; a=1", null],
  ["no value at all", "session", null],
  ["its name as the end of another", "xsession=abc; my-session=1", null],
  ["its name as the start of another", "session2=abc; sessions=1; session.sig=2", null],
  ["its name as a value", "a=session=abc", null],
  ["its name in another case", "Session=abc; SESSION=abc", null],
  ["its secure name", "__Host-session=abc", null],
  ["a space before the equals sign", "session =abc", null],
  ["a tab before its name", "a=1;\tsession=abc", null],
  ["nothing but separators", "; ;; ;   ", null],
  ["a comma between", "a=1, session=abc", null],
];

describe("reading a cookie", () => {
  it.each(HEADERS)("with %s", (_what, header, value) => {
    expect(readCookie(header, "session")).toBe(value);
  });

  it("takes a long header in its stride", () => {
    expect(readCookie(`${"a=1; ".repeat(20_000)}session=abc`, "session")).toBe("abc");
    expect(readCookie(`${" ".repeat(100_000)}session=abc`, "session")).toBe("abc");
  });
});

describe("the session's token", () => {
  const header = "session=plain; __Host-session=hosted";

  it("is read under the name of the scheme, and no other", () => {
    expect(readSessionToken(header, https)?.reveal()).toBe("hosted");
    expect(readSessionToken(header, http)?.reveal()).toBe("plain");
    expect(readSessionToken("session=planted", https)).toBeNull();
    expect(readSessionToken("__Host-session=abc", http)).toBeNull();
  });
});

describe("the organization a request names", () => {
  const [one, other] = [
    "0197a0c0-0000-7000-8000-000000000001",
    "0197a0c0-0000-7000-8000-000000000002",
  ];

  it.each([
    ["the cookie", `active-org=${one}`, undefined, one],
    ["the header", undefined, other, other],
    ["the header, which wins over the cookie", `active-org=${one}`, other, other],
    ["none", undefined, undefined, null],
    ["none in a cookie that is no id", "active-org=../../etc", undefined, null],
    [
      "none in a header that is no id, whatever the cookie says",
      `active-org=${one}`,
      "nonsense",
      null,
    ],
    ["none in an empty header", `active-org=${one}`, "", null],
    ["none in two cookies", `active-org=${one}; active-org=${other}`, undefined, null],
  ])("is that of %s", (...[, cookie, header, expected]) => {
    expect(readOrganizationHint(cookie, header)).toBe(expected);
  });
});

describe("the session cookie", () => {
  const policy = definePolicy();
  const signedIn = (remembered: boolean) =>
    standIn<SignedIn>({ token: new Secret("TOKEN"), session: { remembered } });

  it.each([
    [
      "https, remembered",
      https,
      true,
      "__Host-session=TOKEN; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
    ],
    [
      "https, not remembered",
      https,
      false,
      "__Host-session=TOKEN; Path=/; HttpOnly; Secure; SameSite=Lax",
    ],
    [
      "http, remembered",
      http,
      true,
      "session=TOKEN; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
    ],
    ["http, not remembered", http, false, "session=TOKEN; Path=/; HttpOnly; SameSite=Lax"],
  ])("over %s", (...[, site, remembered, cookie]) => {
    expect(sessionCookie(site, policy, signedIn(remembered))).toBe(cookie);
  });

  it("lives in the browser as long as the absolute limit at most", () => {
    expect(
      sessionCookie(https, definePolicy({ sessionAbsolute: 3_600_500 }), signedIn(true)),
    ).toContain("Max-Age=3600;");
  });

  it("is cleared with the attributes it was set with, and the active organization with it", () => {
    expect(clearedCookies(https)).toEqual([
      "__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
      "active-org=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    expect(clearedCookies(http)).toEqual([
      "session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
      "active-org=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
  });
});

describe("the browser's cookie", () => {
  it("lives for ten minutes and belongs to this host and its scheme", () => {
    const token = new Secret("TOKEN");
    expect(browserCookie(https, definePolicy(), token)).toBe(
      "__Host-browser=TOKEN; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(browserCookie(http, definePolicy(), token)).toBe(
      "browser=TOKEN; Max-Age=600; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  it("is read under the name of the scheme, and no other", () => {
    expect(readBrowserToken("browser=planted; __Host-browser=hosted", https)?.reveal()).toBe(
      "hosted",
    );
    expect(readBrowserToken("browser=planted", https)).toBeNull();
    expect(readBrowserToken("__Host-browser=abc", http)).toBeNull();
  });
});

describe("the cookie of a known browser", () => {
  it("lives as long as the browser is known, and belongs to this host and its scheme", () => {
    const token = new Secret("TOKEN");
    expect(knownBrowserCookie(https, definePolicy(), token)).toBe(
      "__Host-known-browser=TOKEN; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(knownBrowserCookie(http, definePolicy(), token)).toBe(
      "known-browser=TOKEN; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  it("is read under the name of the scheme, and no other", () => {
    const header = "known-browser=plain; __Host-known-browser=hosted";
    expect(readKnownBrowserToken(header, https)?.reveal()).toBe("hosted");
    expect(readKnownBrowserToken(header, http)?.reveal()).toBe("plain");
    expect(readKnownBrowserToken("known-browser=planted", https)).toBeNull();
  });
});

describe("the cookie of the active organization", () => {
  it("lives as long as a session may, or is cleared", () => {
    const id = readOrganizationHint(undefined, "0197a0c0-0000-7000-8000-000000000001");
    expect(organizationCookie(https, definePolicy(), id)).toBe(
      `active-org=${id}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
    expect(organizationCookie(http, definePolicy(), null)).toBe(
      "active-org=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    );
  });
});

import { POLICY } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { createNextRules } from "./next.js";

const site = createSite({
  serviceUrl: "https://auth.example.com",
  pages: "/",
  homeUrl: "https://app.example.com/start",
});
const policy = { pageNextLength: POLICY.pageNextLength.value };
const rules = createNextRules(site, policy);
const below = createNextRules(
  createSite({ serviceUrl: "https://auth.example.com", pages: "/auth" }),
  policy,
);

const ALLOWED: readonly (readonly [next: string, url: string])[] = [
  ["/account", "https://auth.example.com/account"],
  ["/account/security?a=1#passkeys", "https://auth.example.com/account/security?a=1#passkeys"],
  ["/sign-in-help", "https://auth.example.com/sign-in-help"],
  ["https://app.example.com/orders/1", "https://app.example.com/orders/1"],
  // Of the application, these are its own.
  ["https://app.example.com/sign-out", "https://app.example.com/sign-out"],
];

const HOSTILE: readonly string[] = [
  "https://evil.example",
  "http://auth.example.com/",
  "https://auth.example.com.evil.example/",
  "https://evilauth.example.com/",
  "https://auth.example.com@evil.example/",
  "https://user@auth.example.com/",
  "https://\u0430uth.example.com/",
  "//evil.example",
  "///evil.example",
  "//evil.example/%2f..",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "https:\\\\evil.example",
  "/a\\b",
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "%2F%2Fevil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://auth.example.com/0",
  "file:///etc/passwd",
  "ftp://auth.example.com/",
  "/\t/evil.example",
  "/\n/evil.example",
  "/account\r\nSet-Cookie: session=evil",
  "/account\u0000",
  "https://[::1",
  "https://",
  "",
  `/${"a".repeat(1_024)}`,
  `/?${"ü".repeat(200)}`,
];

/** What begins or ends a sign-in, loads a file, or is for programs. */
const OURS: readonly string[] = [
  "/sign-out",
  "/sign-out?a=1",
  "/sign-in",
  "/sign-in?next=%2Faccount",
  "/sign-in/code",
  "/sign-in/with/google",
  "/confirm",
  "/confirm?next=/account",
  "/a/../sign-out",
  "/./sign-in/code",
  "//auth.example.com/sign-out",
  "https://auth.example.com/sign-out#a",
  "/assets/auth-pages/pages-abc.css",
  "/api/auth/sign-out",
  "/api/v1/me",
];

describe("where a sign-in continues", () => {
  it.each(ALLOWED)("may be %j: %s", (next, url) => {
    expect(rules.after(next)).toBe(url);
    expect(rules.after(url), "again when it is used").toBe(url);
  });

  it.each(HOSTILE)("is never %j", (next) => {
    expect([rules.after(next), rules.backFromLook(next)]).toEqual([null, null]);
  });

  it.each(OURS)("is not the page of ours at %j", (next) => {
    expect(rules.after(next)).toBeNull();
    const moved = next.startsWith("/api") ? next : next.replace(/^(?=\/(?!\/))/, "/auth");
    if (!next.includes("auth.example.com")) expect(below.after(moved)).toBeNull();
  });

  it("may be a page of the sign-in for the choice of a language, and nothing else of these", () => {
    expect(OURS.map((next) => rules.backFromLook(next)).filter((url) => url !== null)).toEqual([
      "https://auth.example.com/sign-in",
      "https://auth.example.com/sign-in?next=%2Faccount",
      "https://auth.example.com/sign-in/code",
      "https://auth.example.com/sign-in/with/google",
      "https://auth.example.com/confirm",
      "https://auth.example.com/confirm?next=/account",
      "https://auth.example.com/sign-in/code",
    ]);
  });

  it("has no more characters than a browser keeps for it", () => {
    const longest = `/${"a".repeat(1_024 - "https://auth.example.com/".length)}`;
    expect(rules.after(longest)).toHaveLength(1_024);
    expect(rules.after(`${longest}a`)).toBeNull();
  });

  it("is nothing where nothing was asked for", () => {
    expect([rules.after(null), rules.after(undefined)]).toEqual([null, null]);
  });
});

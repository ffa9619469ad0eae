import { describe, expect, it } from "vitest";
import { pageUrl } from "./page-url.js";

const SERVICE = "https://auth.example.com";

describe("the URL of a page", () => {
  it("is below that of the service, or below the path where the pages are mounted", () => {
    expect(pageUrl(SERVICE, "security")).toBe(`${SERVICE}/account/security`);
    expect(pageUrl(`${SERVICE}/`, "home")).toBe(`${SERVICE}/`);
    expect(pageUrl("https://app.example.com/auth", "signOut")).toBe(
      "https://app.example.com/auth/sign-out",
    );
  });

  it("says where to go next", () => {
    const next = "https://app.example.com/notes?of=ada&page=2#last";
    const url = new URL(pageUrl(SERVICE, "signIn", { next }));
    expect(url.pathname).toBe("/sign-in");
    expect([...url.searchParams]).toEqual([["next", next]]);
    expect(url.hash).toBe("");
  });

  it("has the parameters of its path and a section, whatever is in them", () => {
    expect(pageUrl(SERVICE, "members", { slug: "nordlicht" })).toBe(
      `${SERVICE}/organizations/nordlicht/members`,
    );
    expect(pageUrl(SERVICE, "member", { slug: "a/b?c", id: "#d", section: "role" })).toBe(
      `${SERVICE}/organizations/a%2Fb%3Fc/members/%23d#role`,
    );
    expect(pageUrl(SERVICE, "members", { slug: ".." })).toBe(`${SERVICE}/organizations/-/members`);
    expect(pageUrl(SERVICE, "security", { section: "passkeys" })).toBe(
      `${SERVICE}/account/security#passkeys`,
    );
  });
});

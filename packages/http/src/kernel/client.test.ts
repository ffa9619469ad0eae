import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { clientOf, clientOfRoute } from "./client.js";
import type { HttpRequest } from "./http-message.js";
import type { AnyRoute } from "./route.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const OF_TAB = "organization-of-the-tab";
const OF_BROWSER = "organization-of-the-browser";
const HEADERS: Readonly<Record<string, string>> = {
  "x-active-org": OF_TAB,
  cookie: `active-org=${OF_BROWSER}; __Host-session=s; __Host-browser=b; __Host-known-browser=k`,
  "user-agent": "x".repeat(600),
  "accept-language": "de",
};
const requestWith = (headers: Readonly<Record<string, string>>) =>
  standIn<HttpRequest>({
    peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
    header: (name: string) => headers[name],
  });
const route = (
  access: AnyRoute["access"],
  method: AnyRoute["method"],
  limit: AnyRoute["limit"] = "none",
) => standIn<AnyRoute>({ access, method, limit });

describe("the client of a request", () => {
  it("is what it presents, with no more of its user agent than tells the device", () => {
    const { sessionToken, browserToken, ...shown } = clientOf(requestWith(HEADERS), site);
    expect(shown).toEqual({
      ipAddress: "192.0.2.1",
      network: "192.0.2.1",
      userAgent: "x".repeat(512),
      acceptLanguage: "de",
      organization: OF_TAB,
    });
    expect([sessionToken?.reveal(), browserToken?.reveal()]).toEqual(["s", "b"]);
  });

  it("that presents nothing has nothing", () => {
    expect(clientOf(requestWith({}), site)).toMatchObject({
      userAgent: null,
      acceptLanguage: null,
      sessionToken: null,
      browserToken: null,
      organization: null,
    });
  });

  it.each([
    ["a sign-in", route("anyone", "POST"), OF_BROWSER],
    ["a read without a session", route("anyone", "GET"), OF_TAB],
    ["a write in a session", route("session", "POST"), OF_TAB],
  ])("to %s works in the organization of the browser or of the tab", (_what, to, organization) => {
    expect(clientOfRoute(requestWith(HEADERS), site, to).organization).toBe(organization);
  });

  it.each([
    ["may sign in", route("anyone", "POST", "auth-ip"), "k"],
    ["may sign in by a provider's callback", route("anyone", "GET", "auth-ip"), "k"],
    ["only reads", route("anyone", "GET", "read"), undefined],
    ["needs a session", route("session", "POST", "auth-ip"), undefined],
  ])("to a route that %s is known again, or not asked who it is", (_what, to, token) => {
    const { knownBrowserToken } = clientOfRoute(requestWith(HEADERS), site, to);
    expect(knownBrowserToken?.reveal()).toBe(token);
  });
});

import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config/config.js";
import { configOf, LOCAL, problemsOf, PRODUCTION } from "./config-environments.js";

const LOCAL_PAGES = { ...LOCAL, PAGES: "on" };
const PAGES = { ...PRODUCTION, PAGES: "on", APP_URL: undefined, RP_ID: undefined };
const warningsOf = (changes: Readonly<Record<string, string>>) =>
  readConfig({ ...PAGES, ...changes }).warnings;

describe("PAGES", () => {
  it("is off unless it is on", () => {
    expect(configOf({})).toMatchObject({ pages: "off", appUrl: "http://localhost:3004" });
    expect(problemsOf({ ...LOCAL, PAGES: "true" })).toEqual(["PAGES must be one of on, off"]);
  });

  it("makes the service the front end, in production too", () => {
    expect(configOf({}, PAGES)).toMatchObject({
      pages: "on",
      appUrl: "https://auth.example.com",
      frontEndOrigins: ["https://auth.example.com"],
      rpId: "auth.example.com",
    });
    expect(warningsOf({})).toEqual([]);
  });

  it.each(["http://localhost:3000", "http://localhost:3000/"])("takes APP_URL=%s", (APP_URL) => {
    expect(configOf({ APP_URL }, LOCAL_PAGES)).toMatchObject({
      appUrl: "http://localhost:3000",
      frontEndOrigins: ["http://localhost:3000"],
    });
  });

  it.each([
    "http://localhost:3004",
    "http://localhost:3000/app",
    "http://127.0.0.1:3000",
    "https://localhost:3000",
  ])("refuses APP_URL=%s, and says what to do", (APP_URL) => {
    expect(problemsOf({ ...LOCAL_PAGES, APP_URL })).toEqual([
      "APP_URL must be SERVICE_AUTH_URL while PAGES=on, because passkeys are checked against the front end's origin. Give your application's address as APP_HOME_URL, or set PAGES=off.",
    ]);
  });

  it("keeps the front end at the default address, outside production and while APP_URL is unset", () => {
    expect(configOf({}, LOCAL_PAGES)).toMatchObject({
      appUrl: "http://localhost:3000",
      frontEndOrigins: ["http://localhost:3000", "http://localhost:3004"],
      rpId: "localhost",
    });
    expect(configOf({}).frontEndOrigins).toEqual(["http://localhost:3004"]);
  });

  it("is not taken for the pager of a terminal", () => {
    expect(readConfig({ ...LOCAL, PAGER: "less" }).warnings).toEqual([]);
  });
});

describe("APP_HOME_URL", () => {
  it("has an effect only with pages", () => {
    const home = { APP_HOME_URL: "http://localhost:8080" };
    expect(problemsOf({ ...LOCAL, ...home })).toEqual([
      "APP_HOME_URL has an effect only with PAGES=on",
    ]);
    expect(configOf(home, LOCAL_PAGES).appHomeUrl).toBe("http://localhost:8080");
  });

  it("is a web address, and https in production", () => {
    expect(problemsOf({ ...LOCAL_PAGES, APP_HOME_URL: "/home" })).toEqual([
      "APP_HOME_URL must be an http or https URL, without user, query or fragment",
    ]);
    expect(problemsOf({ ...PAGES, APP_HOME_URL: "http://app.example.com" })).toEqual([
      "APP_HOME_URL must be https in production",
    ]);
  });

  it("on another site is warned of", () => {
    expect(warningsOf({ APP_HOME_URL: "https://app.other.org" })).toEqual([
      expect.stringMatching(/^APP_HOME_URL and SERVICE_AUTH_URL are different sites.* cookie/),
    ]);
  });
});

describe("the relying party of pages", () => {
  const APP_HOME_URL = "https://app.example.com/start";

  it("is warned of beside an application on another host of the domain, while it is not set", () => {
    expect(warningsOf({ APP_HOME_URL })).toEqual([
      expect.stringMatching(
        /^RP_ID is not set.*the host of SERVICE_AUTH_URL alone\. RP_ID=example\.com makes them the domain's\. It cannot be changed later/,
      ),
    ]);
  });

  it.each(["auth.example.com", "example.com"])("may be %s, of which nothing is said", (RP_ID) => {
    expect(warningsOf({ APP_HOME_URL, RP_ID })).toEqual([]);
    expect(configOf({ APP_HOME_URL, RP_ID }, PAGES).rpId).toBe(RP_ID);
  });

  it("is judged by the host of the service", () => {
    expect(warningsOf({ APP_HOME_URL: "https://auth.example.com/app" })).toEqual([]);
    expect(problemsOf({ ...PAGES, APP_HOME_URL, RP_ID: "app.example.com" })).toEqual([
      "RP_ID must be the host of SERVICE_AUTH_URL, or a registrable domain above it, without scheme, port or path",
    ]);
  });
});

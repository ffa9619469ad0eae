import { PAGE_PATHS } from "@acme/auth-pages";
import { describe, expect, it } from "vitest";
import { ACCOUNT_PAGES } from "../src/config/account-pages.js";
import { type Config, readConfig } from "../src/config/config.js";
import { labelOf } from "../src/config/related-origins.js";
import { configOf, LOCAL, problemsOf, PRODUCTION } from "./config-environments.js";

const TRUSTED = "https://example.net,https://example.co.uk";
const problemsWith = (changes: Readonly<Record<string, string>>, base = PRODUCTION) =>
  problemsOf({ ...base, ...changes });

describe("RELATED_ORIGINS", () => {
  it("is a list of origins, in its order, and none by default", () => {
    expect(configOf({}).relatedOrigins).toBeNull();
    const RELATED_ORIGINS = "https://example.net, https://EXAMPLE.co.uk/";
    expect(configOf({ RELATED_ORIGINS, TRUSTED_ORIGINS: TRUSTED }, PRODUCTION)).toMatchObject({
      relatedOrigins: ["https://example.net", "https://example.co.uk"],
      frontEndOrigins: ["https://app.example.com"],
    });
  });

  it.each([
    "https://example.net/app",
    "https://example.net?a=1",
    "http://example.net",
    "https://192.0.2.1",
    "https://[2001:db8::1]",
    "https://user@example.net",
    "example.net",
    "https://example.net https://example.org",
    "https://*.example.net",
  ])("refuses %s", (RELATED_ORIGINS) => {
    expect(problemsWith({ RELATED_ORIGINS })).toEqual([
      "RELATED_ORIGINS must list https origins with a host name, without a path and no IP address",
    ]);
  });

  it("takes http of this machine, outside production", () => {
    const RELATED_ORIGINS = "http://localhost:3005";
    expect(problemsOf({ ...LOCAL, RELATED_ORIGINS })).toEqual([]);
    expect(problemsWith({ RELATED_ORIGINS })).toEqual([
      "RELATED_ORIGINS must be https in production",
    ]);
  });

  it.each(["https://example.net,https://example.net/", "https://app.example.com"])(
    "refuses a repeated origin: %s",
    (RELATED_ORIGINS) => {
      expect(problemsWith({ RELATED_ORIGINS })).toEqual([
        "RELATED_ORIGINS must have each origin once, and not that of the front end",
      ]);
    },
  );

  it("takes twenty, and not one more", () => {
    const origins = (count: number) =>
      Array.from({ length: count }, (_, at) => `https://s${at}.example.net`).join();
    expect(problemsWith({ RELATED_ORIGINS: origins(20) })).toEqual([]);
    expect(problemsWith({ RELATED_ORIGINS: origins(21) })).toEqual([
      "RELATED_ORIGINS must be at most 20 origins",
    ]);
  });

  it("takes five names before the public suffix, that of the front end counted", () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, at) => `https://name${at}.co.uk`).join();
    expect(problemsWith({ RELATED_ORIGINS: names(4) })).toEqual([]);
    expect(problemsWith({ RELATED_ORIGINS: names(5) })).toEqual([
      expect.stringMatching(/^RELATED_ORIGINS must have at most 5 different names/),
    ]);
    // The name of the front end under other suffixes is the same name.
    const same = ["https://example.net", "https://www.example.co.uk", "https://example.com"];
    expect(problemsWith({ RELATED_ORIGINS: [...same, names(4)].join() })).toEqual([]);
  });

  it("counts names by the public suffix list", () => {
    expect(
      ["https://www.example.co.uk", "https://example.com:8443", "https://localhost:1"].map(labelOf),
    ).toEqual(["example", "example", "localhost"]);
  });

  it("warns of an origin whose pages may not call the service", () => {
    const RELATED_ORIGINS = TRUSTED;
    const warningsOf = (more: Readonly<Record<string, string>>) =>
      readConfig({ ...PRODUCTION, RELATED_ORIGINS, ...more }).warnings;
    expect(warningsOf({ TRUSTED_ORIGINS: TRUSTED })).toEqual([]);
    expect(warningsOf({ TRUSTED_ORIGINS: "https://example.net" })).toEqual([
      expect.stringMatching(/^RELATED_ORIGINS has an origin that TRUSTED_ORIGINS has not/),
    ]);
  });
});

describe("the pages that password managers are told of", () => {
  const NAMES = ACCOUNT_PAGES.map(({ name }) => name);

  it.each(NAMES)("%s is https, or a page of this machine outside production", (name) => {
    expect(problemsWith({ [name]: "https://app.example.com/a?b=1" })).toEqual([]);
    expect(problemsOf({ ...LOCAL, [name]: "http://localhost:3004/a" })).toEqual([]);
    expect(problemsWith({ [name]: "http://localhost:3004/a" })).toEqual([
      `${name} must be https in production`,
    ]);
    for (const wrong of ["http://app.example.com/a", "/account", "https://u@app.example.com"])
      expect(problemsWith({ [name]: wrong })).toEqual([
        `${name} must be an https URL, without user`,
      ]);
  });

  it("are none by default, and with PAGES=on those of the pages, and no other", () => {
    expect(configOf({}, PRODUCTION)).toMatchObject({
      passkeyEnrollUrl: null,
      passkeyManageUrl: null,
      changePasswordUrl: null,
    });
    const pages = { ...PRODUCTION, PAGES: "on", APP_URL: undefined, RP_ID: undefined };
    expect(configOf({}, pages)).toMatchObject({
      passkeyEnrollUrl: `https://auth.example.com${PAGE_PATHS.newPasskey}`,
      passkeyManageUrl: `https://auth.example.com${PAGE_PATHS.security}#passkeys`,
      changePasswordUrl: `https://auth.example.com${PAGE_PATHS.password}`,
    });
    const CHANGE_PASSWORD_URL = `https://auth.example.com${PAGE_PATHS.password}`;
    expect(problemsOf({ ...pages, CHANGE_PASSWORD_URL })).toEqual([]);
    for (const name of NAMES)
      expect(problemsOf({ ...pages, [name]: "https://app.example.com/a" })).toEqual([
        `${name} must be unset with PAGES=on: it is a page of the pages`,
      ]);
  });

  it("are none with PAGES=on, of a service that others reach by http", () => {
    const named = ({ passkeyEnrollUrl, passkeyManageUrl, changePasswordUrl }: Config) =>
      [passkeyEnrollUrl, passkeyManageUrl, changePasswordUrl].filter((url) => url !== null);
    const SERVICE_AUTH_URL = "http://lan";
    expect(named(configOf({ PAGES: "on", SERVICE_AUTH_URL }))).toEqual([]);
    expect(named(configOf({ PAGES: "on" }))).toHaveLength(3);
  });

  it.each(["PASSKEY_ENROL_URL", "PASSKEY_MANGE_URL", "RELATED_ORIGIN"])(
    "a misspelt name is refused: %s",
    (name) => {
      expect(problemsOf({ ...LOCAL, [name]: "https://app.example.com" })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not known; did you mean `)),
      ]);
    },
  );
});

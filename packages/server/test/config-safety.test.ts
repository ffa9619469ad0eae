import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config/config.js";
import {
  configOf,
  LOCAL,
  namesIn,
  OTHER_SECRET,
  problemsOf,
  PRODUCTION,
} from "./config-environments.js";

describe("the secret", () => {
  const base64 = (bytes: Buffer) => bytes.toString("base64");
  const weak: readonly (readonly [string, string])[] = [
    ["one byte repeated", base64(Buffer.alloc(32, 7))],
    ["a short pattern repeated", base64(Buffer.alloc(48, "abc123"))],
    ["counting bytes", base64(Buffer.from(Array.from({ length: 40 }, (_, n) => n)))],
    ["a placeholder", "change-me-please-this-is-not-a-very-good-value-for-anybody"],
    ["an encoded placeholder", base64(Buffer.from("this is the example of the docs, replace it"))],
  ];

  it.each(["", "c2hvcnQ=", base64(Buffer.alloc(31, 9)), "not base64!".repeat(9), "A".repeat(45)])(
    "must hold 32 bytes of base64 everywhere",
    (value) => {
      expect(namesIn(problemsOf({ ...LOCAL, SERVICE_AUTH_SECRET: value }))).toEqual([
        "SERVICE_AUTH_SECRET",
      ]);
    },
  );

  it.each(weak)("is refused in production, and only there, when it is %s", (_, value) => {
    expect(problemsOf({ ...LOCAL, SERVICE_AUTH_SECRET: value })).toEqual([]);
    expect(namesIn(problemsOf({ ...PRODUCTION, SERVICE_AUTH_SECRET: value }))).toEqual([
      "SERVICE_AUTH_SECRET",
    ]);
    expect(namesIn(problemsOf({ ...PRODUCTION, SERVICE_AUTH_PREVIOUS_SECRETS: value }))).toEqual([
      "SERVICE_AUTH_PREVIOUS_SECRETS",
    ]);
  });

  it("may be base64url, with or without padding", () => {
    for (const value of [OTHER_SECRET, `${OTHER_SECRET}=`])
      expect(problemsOf({ ...PRODUCTION, SERVICE_AUTH_SECRET: value })).toEqual([]);
  });
});

describe("production", () => {
  it("wants a front end, a mail server and a sender", () => {
    const problems = problemsOf({ ...LOCAL, NODE_ENV: "production" });
    expect(namesIn(problems)).toEqual(["APP_URL", "SMTP_URL", "MAIL_FROM"]);
  });

  it.each(["SERVICE_AUTH_URL", "APP_URL", "TRUSTED_ORIGINS"])("wants https for %s", (name) => {
    expect(
      namesIn(problemsOf({ ...PRODUCTION, RP_ID: "", [name]: "http://app.example.com" })),
    ).toEqual([name]);
  });

  it.each([
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://127.9.9.9",
    "http://[::1]:3000",
    "http://auth.localhost",
  ])("lets %s pass with a warning", (url) => {
    const { warnings } = readConfig({
      ...PRODUCTION,
      RP_ID: "",
      SERVICE_AUTH_URL: url,
      APP_URL: url,
      TRUSTED_ORIGINS: url,
    });
    expect(namesIn(warnings)).toEqual(["SERVICE_AUTH_URL", "APP_URL", "TRUSTED_ORIGINS"]);
  });

  it("is not fooled by a host that only looks like this machine", () => {
    for (const host of ["localhost.example.com", "127.0.0.1.example.com", "notlocalhost"]) {
      expect(
        namesIn(problemsOf({ ...PRODUCTION, SERVICE_AUTH_URL: `http://${host}` })),
        host,
      ).toEqual(["SERVICE_AUTH_URL"]);
    }
  });
});

describe("the relying party", () => {
  it.each<[appUrl: string, rpId: string]>([
    ["https://app.example.com", "app.example.com"],
    ["https://app.example.com", "example.com"],
    ["https://a.b.example.co.uk", "example.co.uk"],
    ["https://app.example.com", "EXAMPLE.com"],
    ["http://localhost:3004", "localhost"],
    ["http://127.0.0.1:3004", "127.0.0.1"],
  ])("of %s may be %s", (appUrl, rpId) => {
    expect(configOf({ APP_URL: appUrl, RP_ID: rpId }).rpId).toBe(rpId.toLowerCase());
  });

  it.each<[appUrl: string, rpId: string]>([
    ["https://app.example.com", "com"],
    ["https://app.example.co.uk", "co.uk"],
    ["https://me.github.io", "github.io"],
    ["https://app.example.com", "other.com"],
    ["https://app.example.com", "ample.com"],
    ["https://app.example.com", "deep.app.example.com"],
    ["https://app.example.com", "https://example.com"],
    ["https://app.example.com", "example.com:443"],
    ["https://app.example.com", "example.com/login"],
    ["https://app.example.com", "127.0.0.1"],
    ["http://127.0.0.1:3004", "0.0.1"],
    ["http://app.localhost", "localhost"],
  ])("of %s is never %s", (appUrl, rpId) => {
    expect(namesIn(problemsOf({ ...LOCAL, APP_URL: appUrl, RP_ID: rpId }))).toEqual(["RP_ID"]);
  });

  it.each<[appUrl: string, serviceUrl: string]>([
    ["https://app.example.com", "https://auth.example.com"],
    ["https://app.example.com", "https://example.com"],
  ])("is the host of %s where none is set, and whose that is is said beside %s", (app, service) => {
    const env = { ...PRODUCTION, APP_URL: app, SERVICE_AUTH_URL: service, RP_ID: undefined };
    const { config, warnings } = readConfig(env);
    expect(config.rpId).toBe("app.example.com");
    expect(warnings).toEqual([
      expect.stringMatching(/^RP_ID is not set.* belong to the host of APP_URL.*Set RP_ID/),
    ]);
  });

  it.each([
    { RP_ID: "app.example.com" },
    { RP_ID: "example.com" },
    { RP_ID: undefined, SERVICE_AUTH_URL: "https://app.example.com:8443" },
  ])("is known with %j, and nothing is said of it", (more) => {
    expect(readConfig({ ...PRODUCTION, ...more }).warnings).toEqual([]);
  });
});

describe("a service without NODE_ENV", () => {
  const withoutMode = { ...LOCAL, APP_URL: "https://app.example.com" };

  it("is refused at a public https URL, and told both ways out beside whatever else is wrong", () => {
    const url = "https://auth.example.com";
    const problems = problemsOf({ ...withoutMode, SERVICE_AUTH_URL: url, PORT: "none" });
    expect(namesIn(problems)).toEqual(["PORT", "NODE_ENV"]);
    expect(problems[1]).toContain("NODE_ENV=production");
    expect(problems[1]).toContain("NODE_ENV=development");
    for (const NODE_ENV of ["", "  ", "Production", "prod", "staging"])
      expect(
        namesIn(problemsOf({ ...withoutMode, SERVICE_AUTH_URL: url, NODE_ENV })),
        NODE_ENV,
      ).toEqual(["NODE_ENV"]);
  });

  it.each(["https://auth.example.com/", "https://auth.internal", "https://192.0.2.7:8443"])(
    "is refused at %s, and not once it says development",
    (url) => {
      const env = { ...withoutMode, SERVICE_AUTH_URL: url };
      expect(namesIn(problemsOf(env))).toEqual(["NODE_ENV"]);
      expect(problemsOf({ ...env, NODE_ENV: "development" })).toEqual([]);
    },
  );

  it.each(["http://localhost:3000", "https://localhost:3000", "https://127.0.0.1", "http://lan"])(
    "starts at %s",
    (url) => expect(problemsOf({ ...LOCAL, SERVICE_AUTH_URL: url })).toEqual([]),
  );
});

describe("the front end and the service", () => {
  it.each<[appUrl: string, serviceUrl: string]>([
    ["https://app.other.org", "https://auth.example.com"],
    ["https://one.github.io", "https://two.github.io"],
    ["http://127.0.0.1:3004", "http://localhost:3000"],
    ["http://localhost:3004", "https://localhost:3000"],
  ])("at %s and %s are warned that nobody stays signed in, and told what to do", (app, service) => {
    const env = { ...LOCAL, NODE_ENV: "development", APP_URL: app, SERVICE_AUTH_URL: service };
    const { warnings } = readConfig(env);
    expect(warnings.filter((text) => text.includes("different sites"))).toEqual([
      expect.stringMatching(/^APP_URL .*different sites.* gets 401 .*serve both below one domain/),
    ]);
  });

  it.each<[appUrl: string, serviceUrl: string]>([
    ["https://app.example.com", "https://auth.example.com"],
    ["https://app.example.com/app", "https://example.com"],
    ["http://localhost:3004", "http://localhost:3000"],
  ])("at %s and %s are not", (app, service) => {
    const env = { ...LOCAL, NODE_ENV: "development", APP_URL: app, SERVICE_AUTH_URL: service };
    const { warnings } = readConfig(env);
    expect(warnings.filter((text) => text.includes("different sites"))).toEqual([]);
  });
});

describe("the identity provider", () => {
  const PAIR = { IDP_CLIENT_ID: "client", IDP_CLIENT_SECRET: "hush" };
  const ENDPOINTS = {
    IDP_AUTHORIZATION_URL: "https://id.acme.example/auth",
    IDP_TOKEN_URL: "https://id.acme.example/token",
    IDP_USERINFO_URL: "https://id.acme.example/me",
  };

  it("is Google unless another issuer is named, and takes its name from the issuer", () => {
    expect(configOf(PAIR).identityProviders).toMatchObject([
      {
        id: "idp",
        name: "Google",
        issuer: "https://accounts.google.com",
        scopes: ["openid", "email", "profile"],
      },
    ]);
    expect(
      configOf({ ...PAIR, IDP_ISSUER: "https://login.acme.example/realms/x" }).identityProviders[0]
        ?.name,
    ).toBe("Acme");
    expect(
      configOf({ ...PAIR, IDP_NAME: "Work", IDP_SCOPES: "openid  email,groups" })
        .identityProviders[0],
    ).toMatchObject({
      name: "Work",
      scopes: ["openid", "email", "groups"],
    });
  });

  it("may be a plain OAuth 2.0 provider with three endpoints", () => {
    expect(configOf({ ...PAIR, ...ENDPOINTS }).identityProviders[0]).toMatchObject({
      endpoints: {
        authorization: "https://id.acme.example/auth",
        token: "https://id.acme.example/token",
        userinfo: "https://id.acme.example/me",
      },
    });
    expect(
      namesIn(problemsOf({ ...LOCAL, ...PAIR, ...ENDPOINTS, IDP_TOKEN_URL: undefined })),
    ).toEqual(["IDP_AUTHORIZATION_URL,"]);
  });

  it.each(["IDP_CLIENT_ID", "IDP_CLIENT_SECRET"])("needs more than %s alone", (name) => {
    expect(problemsOf({ ...LOCAL, [name]: "x" })).toEqual([
      "IDP_CLIENT_ID and IDP_CLIENT_SECRET must both be set, or neither",
    ]);
  });
});

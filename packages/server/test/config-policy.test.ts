import { describe, expect, it } from "vitest";
import { type Environment, readConfig } from "../src/config/config.js";
import { startComposed } from "./composed-server.js";
import { configOf, LOCAL, problemsOf } from "./config-environments.js";

const IDP: Environment = { IDP_CLIENT_ID: "client", IDP_CLIENT_SECRET: "secret" };
const GITHUB: Environment = { IDP_GITHUB_CLIENT_ID: "client", IDP_GITHUB_CLIENT_SECRET: "secret" };
const NO_ACCOUNT =
  "SIGN_IN_METHODS must have code, link, password, or provider with a provider that is configured: no one could get an account otherwise";

describe("who may get an account, and how users sign in", () => {
  it.each<[settings: Environment, problems: readonly string[]]>([
    [{ SIGN_UP: "open", SIGN_UP_DOMAINS: "example.com" }, []],
    [
      { SIGN_UP: "invited", SIGN_UP_DOMAINS: "example.com" },
      ["SIGN_UP_DOMAINS has an effect only with SIGN_UP=open"],
    ],
    [
      { SIGN_UP: "off", SIGN_UP_DOMAINS: "example.com" },
      ["SIGN_UP_DOMAINS has an effect only with SIGN_UP=open"],
    ],
    [{ SIGN_IN_METHODS: "provider" }, [NO_ACCOUNT]],
    [{ SIGN_IN_METHODS: "provider", ...IDP }, []],
    [{ SIGN_IN_METHODS: "provider", ...GITHUB }, []],
    [{ SIGN_IN_METHODS: "passkey", ...IDP }, [NO_ACCOUNT]],
    [{ SIGN_IN_METHODS: "passkey,provider", ...IDP }, []],
    [{ SIGN_UP: "invited", SIGN_IN_METHODS: "link" }, []],
    [
      { SIGN_UP: "invited", SIGN_IN_METHODS: "password,provider", ...IDP },
      [
        "SIGN_IN_METHODS must have code or link while SIGN_UP=invited, because invited people prove their email address by one of them",
      ],
    ],
    [{ SIGN_UP: "off", SIGN_IN_METHODS: "password" }, []],
    [{ SESSION_DAYS: "3", SESSION_IDLE_DAYS: "3" }, []],
    [
      { SESSION_DAYS: "3", SESSION_IDLE_DAYS: "4" },
      ["SESSION_IDLE_DAYS must not be above SESSION_DAYS"],
    ],
    [
      { SIGN_IN_METHODS: "code,code", SIGN_UP: "all" },
      ["SIGN_UP must be one of open, invited, off", "SIGN_IN_METHODS must not name one twice"],
    ],
  ])("%j: %j", (settings, problems) => {
    expect(problemsOf({ ...LOCAL, ...settings })).toEqual(problems);
  });

  it("keep their order, and domains their canonical form", () => {
    const settings = { SIGN_IN_METHODS: "passkey, code", SIGN_UP_DOMAINS: "Example.COM" };
    expect(configOf(settings)).toMatchObject({
      signInMethods: ["passkey", "code"],
      signUpDomains: ["example.com"],
    });
  });

  it.each([
    ["30", 7],
    ["7", 7],
    ["3", 3],
  ])("with SESSION_DAYS=%s a session ends after %s days without use", (days, idle) => {
    expect(configOf({ SESSION_DAYS: days }).sessionIdleDays).toBe(idle);
  });
});

describe("a sign-up that tells who has an account", () => {
  const TELLS = { SIGN_IN_METHODS: "password" };
  const warningsOf = (settings: Environment) => readConfig({ ...LOCAL, ...settings }).warnings;

  it.each<Environment>([TELLS, { SIGN_IN_METHODS: "passkey,password,provider" }])(
    "is warned of: %j",
    (settings) => {
      expect(warningsOf(settings)).toEqual([
        expect.stringMatching(/^SIGN_IN_METHODS .* tells anyone which email addresses have an acc/),
      ]);
    },
  );

  it.each<Environment>([
    {},
    { SIGN_IN_METHODS: "code,password" },
    { SIGN_IN_METHODS: "password,link" },
    { ...TELLS, SIGN_UP: "off" },
    { ...TELLS, REQUIRE_EMAIL_VERIFICATION: "true" },
    { SIGN_IN_METHODS: "provider", ...IDP },
  ])("is none with %j", (settings) => {
    expect(warningsOf(settings)).toEqual([]);
  });
});

it("the server does as it is configured, and tells front ends", async () => {
  const server = await startComposed({
    SIGN_UP: "invited",
    SIGN_IN_METHODS: "passkey,code",
    REQUIRE_EMAIL_VERIFICATION: "true",
    PASSWORD_MIN_LENGTH: "12",
    ...GITHUB,
  });
  const told = async (path: string): Promise<unknown> => JSON.parse((await server.send(path)).body);
  expect(await told("/api/v1/auth/policy")).toMatchObject({
    signUp: "invited",
    emailVerificationRequired: true,
    passwordMinLength: 12,
  });
  expect(await told("/api/v1/auth/methods")).toEqual({
    password: false,
    emailOtp: true,
    magicLink: false,
    passkey: true,
    secondFactor: ["totp", "passkey", "recovery-code"],
    providers: [],
    order: ["passkey", "code"],
  });
  await server.close();
});

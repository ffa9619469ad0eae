import { describe, expect, it } from "vitest";
import { readConfig, VARIABLES } from "../src/config/config.js";
import { variableTable } from "../src/config/variable-table.js";
import {
  configOf,
  LOCAL,
  namesIn,
  OTHER_SECRET,
  problemsOf,
  PRODUCTION,
  SECRET,
} from "./config-environments.js";

describe("configuration", () => {
  it("needs nothing but a secret and a URL", () => {
    const { config, warnings } = readConfig(LOCAL);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      appUrl: "http://localhost:3004",
      appName: "Acme",
      rpId: "localhost",
      rpName: "Acme",
      port: 3000,
      host: null,
      metricsPort: null,
      metricsHost: "127.0.0.1",
      deletionGraceDays: 30,
      sessionFreshSeconds: 86_400,
      mailLocales: ["en", "de", "fr", "es", "ja"],
      brandColor: "#4f46e5",
      brandLogoUrl: null,
      brandLogoDarkUrl: null,
      brandCorners: "soft",
      termsUrl: null,
      privacyUrl: null,
      supportUrl: null,
      authIpLimit: 100,
      authIpWindowSeconds: 10,
      databaseUrl: { engine: "sqlite", file: "./data/auth.db" },
      autoMigrate: true,
      worker: "embedded",
      passwordBlocklist: "warn",
      signUp: "open",
      signUpDomains: null,
      signInMethods: ["code", "link", "password", "passkey", "provider"],
      requireEmailVerification: false,
      sessionDays: 30,
      sessionIdleDays: 7,
      passwordMinLength: 8,
      identityProviders: [],
      production: false,
      docsViewer: true,
    });
    expect(config.serviceAuthSecret.reveal()).toBe(SECRET);
  });

  it("starts in production without a warning", () => {
    const { config, warnings } = readConfig(PRODUCTION);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      production: true,
      docsViewer: false,
      passwordBlocklist: "refuse",
      rpId: "example.com",
      mailFrom: { name: null, address: "auth@example.com" },
    });
  });

  it("names every problem at once and no value", () => {
    const env = {
      SERVICE_AUTH_SECRET: "too-short-hush",
      SERVICE_AUTH_URL: "ftp://hush",
      PORT: "hush",
      IDP_CLIENT_ID: "hush-client",
      DATABASE_URL: "mysql://root:hush@db",
      RP_NAMEE: "hush",
    };
    const problems = problemsOf(env);
    expect(namesIn(problems).sort()).toEqual([
      "DATABASE_URL",
      "IDP_CLIENT_ID",
      "PORT",
      "RP_NAMEE",
      "SERVICE_AUTH_SECRET",
      "SERVICE_AUTH_URL",
    ]);
    expect(problems.join()).not.toContain("hush");
  });

  it("says of a service below a path what to do instead", () => {
    const problems = problemsOf({ ...LOCAL, SERVICE_AUTH_URL: "https://example.com/auth" });
    expect(problems.join()).toContain("https://auth.example.com");
  });

  it("counts an empty variable as not set", () => {
    expect(configOf({ PORT: "", RP_ID: " ", IDP_CLIENT_ID: "" })).toMatchObject({
      port: 3000,
      rpId: "localhost",
      identityProviders: [],
    });
    expect(namesIn(problemsOf({ ...LOCAL, SERVICE_AUTH_SECRET: "" }))).toEqual([
      "SERVICE_AUTH_SECRET",
    ]);
  });

  it.each<[name: string, good: readonly string[], bad: readonly string[]]>([
    [
      "SERVICE_AUTH_URL",
      ["http://localhost:3000", "https://auth.example.com/"],
      [
        "auth.example.com",
        "https://a.example/path",
        "https://u:p@a.example",
        "https://a.example?x=1",
      ],
    ],
    [
      "APP_URL",
      ["https://localhost/app", "http://localhost:3004/"],
      ["javascript:alert(1)", "https://localhost#x"],
    ],
    [
      "TRUSTED_ORIGINS",
      ["https://a.example, https://b.example:8443"],
      ["https://a.example/path", "*", "https://*.example.com"],
    ],
    [
      "DATABASE_URL",
      [
        "sqlite:./data/auth.db",
        "sqlite::memory:",
        "sqlite:/var/lib/auth.db",
        "postgres://u:p@h/db",
        "postgresql:///db?host=/tmp",
      ],
      ["auth.db", "sqlite:", "sqlite://x", "mysql://h"],
    ],
    [
      "SMTP_URL",
      ["smtp://localhost:2525", "smtps://u:p@mail.example"],
      ["mail.example", "https://mail.example", "smtp:"],
    ],
    [
      "MAIL_FROM",
      ["a@example.com", "Acme <a@example.com>", '"Acme, Inc." <a@example.com>'],
      ["acme", "a@example.com, b@example.com", "A\u0007 <a@example.com>"],
    ],
    ["PORT", ["0", "65535"], ["-1", "65536", "3e3", "0x10"]],
    ["METRICS_PORT", ["0", "9464"], ["-1", "65536", "on"]],
    ["METRICS_HOST", ["0.0.0.0", "::1"], ["http://localhost", "a b"]],
    ["HOST", ["127.0.0.1", "::1", "db.internal"], ["http://localhost", "a b"]],
    ["DB_POOL_SIZE", ["1", "50"], ["0"]],
    ["DELETION_GRACE_DAYS", ["0", "365"], ["366", "1.5"]],
    ["SESSION_FRESH_SECONDS", ["1", "86400"], ["0", "86401"]],
    ["SIGN_UP", ["open", "invited", "off"], ["closed", "Open"]],
    [
      "SIGN_UP_DOMAINS",
      ["example.com", "Example.com, mail.example.org"],
      ["@example.com", "ada@example.com", "*.example.com", "localhost", "münchen.de", ","],
    ],
    [
      "SIGN_IN_METHODS",
      ["code,link,password,passkey,provider", "code", "passkey, link", "password"],
      [",", "email", "code,code", "Code", "code;link", "passkey", "provider", "provider,passkey"],
    ],
    ["REQUIRE_EMAIL_VERIFICATION", ["true", "0"], ["yes"]],
    ["SESSION_DAYS", ["1", "7", "30"], ["0", "31", "1.5"]],
    ["SESSION_IDLE_DAYS", ["1", "30"], ["0", "31"]],
    ["PASSWORD_MIN_LENGTH", ["8", "64"], ["7", "65"]],
    ["AUTH_IP_LIMIT", ["0", "5000"], ["-1"]],
    ["AUTH_IP_WINDOW_SECONDS", ["1", "3600"], ["0", "3601"]],
    ["WORKER_POLL_MS", ["10", "60000"], ["9"]],
    ["WEB_CONCURRENCY", ["1", "8"], ["0", "many"]],
    ["WORKER", ["embedded", "off"], ["on"]],
    ["LOG_LEVEL", ["debug", "error"], ["verbose"]],
    ["PASSWORD_BLOCKLIST", ["refuse", "warn", "off"], ["on"]],
    ["AUTO_MIGRATE", ["true", "0"], ["maybe"]],
    [
      "TRUST_PROXY",
      ["10.0.0.0/8, 192.0.2.1", "fd00::/8"],
      ["loopback", "10.0.0.0/33", "1", "0.0.0.0/0", "10.0.0.1, 128.0.0.0/7", "::/0", "2001::/15"],
    ],
    [
      "WEBHOOK_ALLOWED_NETWORKS",
      ["127.0.0.0/8, ::1", "10.1.2.3", "fd00::/8"],
      ["localhost", "10.0.0.0/33", "0.0.0.0/0", "10.0.0.1, 128.0.0.0/7"],
    ],
    ["HSTS_INCLUDE_SUBDOMAINS", ["true", "0"], ["maybe"]],
    ["DOCS_VIEWER", ["true", "0"], ["maybe"]],
    ["IDP_ISSUER", ["https://id.example", "http://localhost:9000"], ["http://id.example"]],
    ["IDP_ID", ["idp", "acme-sso"], ["Acme", "a/b"]],
    ["BRAND_COLOR", ["#0f766e", "#FFD400"], ["teal", "#0f7", "#0f766e80"]],
    [
      "BRAND_LOGO_URL",
      ["https://cdn.example.com/logo.svg?v=2", "http://localhost:3004/logo.svg"],
      ["http://cdn.example.com/logo.svg", "/logo.svg", "data:image/png;base64,AA=="],
    ],
    ["BRAND_LOGO_DARK_URL", ["https://cdn.example.com/dark.svg"], ["http://cdn.example.com/d"]],
    ["BRAND_CORNERS", ["sharp", "soft", "round"], ["8"]],
    ["TERMS_URL", ["https://example.com/terms"], ["http://localhost/terms", "example.com/terms"]],
    ["PRIVACY_URL", ["https://example.com/privacy"], ["http://example.com/privacy"]],
    ["SUPPORT_URL", ["https://help.example.com"], ["mailto:help@example.com"]],
    ["APP_NAME", ["Acme & Söhne"], ["a\nb", "x".repeat(65)]],
    ["SERVICE_AUTH_PREVIOUS_SECRETS", [`${OTHER_SECRET},${SECRET}`], [`${OTHER_SECRET},short`]],
  ])("accepts and refuses values of %s", (name, good, bad) => {
    const base = { ...LOCAL, NODE_ENV: "development", MAIL_FROM: "auth@example.com" };
    for (const value of good) expect(problemsOf({ ...base, [name]: value }), value).toEqual([]);
    for (const value of bad)
      expect(namesIn(problemsOf({ ...base, [name]: value })), value).toEqual([name]);
  });

  it("says why a network is too wide to be that of a proxy", () => {
    expect(problemsOf({ ...LOCAL, TRUST_PROXY: "10.0.0.1, 0.0.0.0/0" })).toEqual([
      "TRUST_PROXY must not list a network wider than /8, or /16 for IPv6: every machine in it could pretend to be any client",
    ]);
  });

  it("takes lists apart", () => {
    const { trustedOrigins, trustProxy, serviceAuthPreviousSecrets } = configOf({
      TRUSTED_ORIGINS: "https://a.example/, https://b.example:443,",
      TRUST_PROXY: "10.0.0.0/8, ::1",
      SERVICE_AUTH_PREVIOUS_SECRETS: ` ${OTHER_SECRET} `,
    });
    expect(trustedOrigins).toEqual(["https://a.example", "https://b.example"]);
    expect(trustProxy).toEqual(["10.0.0.0/8", "::1"]);
    expect(serviceAuthPreviousSecrets?.map((secret) => secret.reveal())).toEqual([OTHER_SECRET]);
  });

  it("never shows a secret when it is printed", () => {
    const config = configOf({
      DATABASE_URL: "postgres://u:hush@h/db",
      SMTP_URL: "smtp://u:hush@h",
      MAIL_FROM: "a@b.example",
    });
    expect(JSON.stringify(config)).not.toMatch(/hush/);
    expect(JSON.stringify(config)).not.toContain(SECRET);
  });
});

describe("names", () => {
  it.each<[name: string, meant: string]>([
    ["SERVICE_AUTH_SECRT", "SERVICE_AUTH_SECRET"],
    ["SERVICE_AUTH_URI", "SERVICE_AUTH_URL"],
    ["IDP_CLIENTID", "IDP_CLIENT_ID"],
    ["RP_NAEM", "RP_NAME"],
    ["DELETION_GRACE_DAY", "DELETION_GRACE_DAYS"],
    ["SMTP_URLS", "SMTP_URL"],
    ["AUTH_IP_LIMITS", "AUTH_IP_LIMIT"],
    ["SESSION_FRESH_SECOND", "SESSION_FRESH_SECONDS"],
    ["PASSWORD_BLOCK_LIST", "PASSWORD_BLOCKLIST"],
    ["METRICS_PROT", "METRICS_PORT"],
    ["SIGN_UP_DOMAIN", "SIGN_UP_DOMAINS"],
    ["SIGN_IN_METHOD", "SIGN_IN_METHODS"],
    ["REQUIRE_EMAIL_VERIFICATON", "REQUIRE_EMAIL_VERIFICATION"],
    ["SESSION_IDLE_DAY", "SESSION_IDLE_DAYS"],
    ["PASSWORD_MIN_LENGHT", "PASSWORD_MIN_LENGTH"],
  ])("misspelt as %s are problems", (name, meant) => {
    expect(problemsOf({ ...LOCAL, [name]: "x" })).toEqual([
      `${name} is not known; did you mean ${meant}?`,
    ]);
  });

  it.each([
    "SMTP_TIMEOUT_SECONDS",
    "PASSWORD_STORE_DIR",
    "IDP_METADATA_CACHE",
    "PORTS",
    "DATABASE_URI",
    "npm_config_idp_id",
  ])("of others, such as %s, are left alone", (name) => {
    expect(problemsOf({ ...LOCAL, [name]: "x" })).toEqual([]);
  });

  it.each<[name: string, meant: string]>([
    ["MAIL_FORM", "MAIL_FROM"],
    ["PORTT", "PORT"],
    ["PROT", "PORT"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["TRUSTED_ORIGIN", "TRUSTED_ORIGINS"],
    ["LOG_LEVELL", "LOG_LEVEL"],
    ["WORKR", "WORKER"],
    ["SIGNUP", "SIGN_UP"],
    ["SESSION_DAY", "SESSION_DAYS"],
  ])("one slip away from ours, such as %s, are warned of by name", (name, meant) => {
    expect(readConfig({ ...LOCAL, [name]: "hush" }).warnings).toEqual([
      `${name} is not known and has no effect; did you mean ${meant}?`,
    ]);
  });

  it.each(["HOME", "API_URL", "PATH", "DATABASE_URIS", "OPRT2", "SMTP_TIMEOUT_SECONDS"])(
    "further away, or of others, such as %s, are not",
    (name) => {
      expect(readConfig({ ...LOCAL, [name]: "x" }).warnings).toEqual([]);
    },
  );
});

describe("a name of an earlier version", () => {
  it.each([
    ["MAIL_COLOR", "#0f766e", "BRAND_COLOR"],
    ["MAIL_LOGO_URL", "https://cdn.example.com/logo.png", "BRAND_LOGO_URL"],
  ])("%s is a problem that names the new one", (name, value, successor) => {
    expect(problemsOf({ ...LOCAL, [name]: value })).toEqual([
      `${name} is now ${successor}: rename it`,
    ]);
    expect(problemsOf({ ...LOCAL, [name]: " " })).toEqual([]);
  });
});

describe("settings that depend on each other", () => {
  it.each(["BRAND_LOGO_URL", "BRAND_LOGO_DARK_URL"])(
    "want %s on https in production, where others load it",
    (name) => {
      expect(problemsOf({ ...PRODUCTION, [name]: "http://localhost:3004/logo.svg" })).toEqual([
        `${name} must be https in production`,
      ]);
      expect(problemsOf({ ...PRODUCTION, [name]: "https://cdn.example.com/logo.svg" })).toEqual([]);
    },
  );

  it("want a sender wherever mail really leaves", () => {
    expect(namesIn(problemsOf({ ...LOCAL, SMTP_URL: "smtp://localhost" }))).toEqual(["MAIL_FROM"]);
  });

  it("keep metrics off the public port", () => {
    const own = { ...LOCAL, PORT: "3000" };
    expect(namesIn(problemsOf({ ...own, METRICS_PORT: "3000" }))).toEqual(["METRICS_PORT"]);
    expect(problemsOf({ ...own, METRICS_PORT: "3001" })).toEqual([]);
  });

  it("keep one process over a database in memory", () => {
    expect(
      namesIn(problemsOf({ ...LOCAL, DATABASE_URL: "sqlite::memory:", WEB_CONCURRENCY: "2" })),
    ).toEqual(["WEB_CONCURRENCY"]);
  });
});

describe("the table of the variables", () => {
  it("has a row for every variable, and says which must be set", () => {
    const rows = variableTable().split("\n");
    for (const name of Object.keys(VARIABLES))
      expect(rows.filter((row) => row.startsWith(`| \`${name}\` |`))).toHaveLength(1);
    expect(rows.find((row) => row.startsWith("| `SERVICE_AUTH_URL`"))).toContain("**required**");
    expect(rows.find((row) => row.startsWith("| `SMTP_URL`"))).toContain(
      "**required** in production",
    );
    expect(rows.find((row) => row.startsWith("| `PORT`"))).toContain("`3000`");
  });
});

import { generateKeyPairSync } from "node:crypto";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { ConfigError, type Environment, readConfig } from "../src/config/config.js";
import { variableTable } from "../src/config/variable-table.js";
import { compose } from "../src/starting/compose.js";

const LOCAL: Environment = {
  SERVICE_AUTH_SECRET: "yK26HKtIbL9xuKFkjubcJ/VTTDuobRxHwf4OixGD71Q=",
  SERVICE_AUTH_URL: "http://localhost:3000",
};
const client = (name: string): Environment => ({
  [`IDP_${name}_CLIENT_ID`]: "client",
  [`IDP_${name}_CLIENT_SECRET`]: "hush",
});
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
/** The variables of Apple. The key is in one line, as a file of variables has it. */
const APPLE: Environment = {
  IDP_APPLE_CLIENT_ID: "com.example.web",
  IDP_APPLE_TEAM_ID: "A1B2C3D4E5",
  IDP_APPLE_KEY_ID: "F6G7H8I9J0",
  IDP_APPLE_PRIVATE_KEY: privateKey
    .export({ format: "pem", type: "pkcs8" })
    .toString()
    .replaceAll("\n", String.raw`\n`),
};
const providersOf = (env: Environment) => readConfig({ ...LOCAL, ...env }).config.identityProviders;

function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig({ ...LOCAL, ...env });
    return [];
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.problems;
    throw thrown;
  }
}

describe("several providers", () => {
  it("need a client only where their name is that of a preset", () => {
    const env = {
      ...client("GOOGLE"),
      ...client("GITHUB"),
      ...client("MICROSOFT"),
      ...client("GITLAB"),
    };
    expect(providersOf(env)).toMatchObject([
      {
        id: "github",
        name: "GitHub",
        endpoints: { userinfo: "https://api.github.com/user" },
        scopes: ["read:user", "user:email"],
      },
      { id: "gitlab", name: "GitLab", issuer: "https://gitlab.com" },
      { id: "google", name: "Google", issuer: "https://accounts.google.com" },
      { id: "microsoft", name: "Microsoft", vouchesForEmail: false },
    ]);
  });

  it("are as many as there are presets", () => {
    const names = "ATLASSIAN DISCORD FACEBOOK LINKEDIN NOTION SLACK SPOTIFY TWITCH X ZOOM".split(
      " ",
    );
    const providers = providersOf(Object.assign({}, ...names.map(client)) as Environment);
    expect(providers.map(({ id }) => id.toUpperCase())).toEqual(names);
    expect(providers.find(({ id }) => id === "notion")).toMatchObject({
      name: "Notion",
      pkce: false,
      headers: { "notion-version": "2022-06-28" },
      authorizationParameters: { owner: "user" },
    });
  });

  it("are Apple with the key of a team, which makes the secret", async () => {
    const [apple] = providersOf(APPLE);
    expect(apple).toMatchObject({ id: "apple", issuer: "https://appleid.apple.com", pkce: false });
    const { clientId = "", clientSecret } = apple ?? {};
    const secret = typeof clientSecret === "function" ? await clientSecret(clientId) : null;
    expect(secret?.reveal()).toMatch(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/);
    expect(JSON.stringify([apple, secret])).not.toContain("PRIVATE KEY");
  });

  it.each<[what: string, env: Environment, problem: string]>([
    [
      "no key",
      { ...APPLE, IDP_APPLE_PRIVATE_KEY: "" },
      "IDP_APPLE_TEAM_ID, IDP_APPLE_KEY_ID and IDP_APPLE_PRIVATE_KEY must all be set",
    ],
    [
      "a key that is none",
      { ...APPLE, IDP_APPLE_PRIVATE_KEY: "hush" },
      "IDP_APPLE_PRIVATE_KEY must be what is in Apple's file AuthKey_….p8",
    ],
    [
      "an id that Apple does not give",
      { ...APPLE, IDP_APPLE_TEAM_ID: "acme" },
      "IDP_APPLE_TEAM_ID must be 10 of A-Z and 0-9",
    ],
    [
      "a secret that would expire",
      { ...APPLE, IDP_APPLE_CLIENT_SECRET: "hush" },
      "IDP_APPLE_CLIENT_SECRET must not be set: it is made with IDP_APPLE_PRIVATE_KEY",
    ],
    [
      "a key for another provider",
      { ...client("GITHUB"), IDP_GITHUB_KEY_ID: "F6G7H8I9J0" },
      "IDP_GITHUB_TEAM_ID, IDP_GITHUB_KEY_ID and IDP_GITHUB_PRIVATE_KEY are for IDP_APPLE_CLIENT_ID only",
    ],
  ])("are refused for Apple with %s", (_what, env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it("stand beside the one of IDP_CLIENT_ID", () => {
    const env = { IDP_CLIENT_ID: "client", IDP_CLIENT_SECRET: "hush", ...client("GITHUB") };
    expect(providersOf(env)).toMatchObject([{ id: "idp", name: "Google" }, { id: "github" }]);
    expect(problemsOf({ ...env, IDP_ID: "github" })).toEqual([
      "IDP_ID must not be the id of a provider that IDP_<NAME>_CLIENT_ID adds",
    ]);
  });

  it("may be any issuer, or three endpoints, under any name", () => {
    const env = {
      ...client("ACME_SSO"),
      IDP_ACME_SSO_ISSUER: "https://id.acme.example",
      IDP_ACME_SSO_NAME: "Acme staff",
      IDP_ACME_SSO_SCOPES: "openid email",
      ...client("PARTNER2"),
      IDP_PARTNER2_AUTHORIZATION_URL: "https://partner.example/auth",
      IDP_PARTNER2_TOKEN_URL: "https://partner.example/token",
      IDP_PARTNER2_USERINFO_URL: "https://partner.example/me",
    };
    expect(providersOf(env)).toMatchObject([
      {
        id: "acme-sso",
        name: "Acme staff",
        issuer: "https://id.acme.example",
        scopes: ["openid", "email"],
      },
      { id: "partner2", name: "Partner", endpoints: { token: "https://partner.example/token" } },
    ]);
  });

  it("may be an installation of one's own of what a preset knows", () => {
    const env = {
      ...client("GITLAB"),
      IDP_GITLAB_ISSUER: "https://git.acme.example",
      ...client("GITHUB"),
      IDP_GITHUB_AUTHORIZATION_URL: "https://ghe.acme.example/login/oauth/authorize",
      IDP_GITHUB_TOKEN_URL: "https://ghe.acme.example/login/oauth/access_token",
      IDP_GITHUB_USERINFO_URL: "https://ghe.acme.example/api/v3/user",
    };
    const [github, gitlab] = providersOf(env);
    expect(github).toMatchObject({
      clientAuthentication: "client_secret_post",
      endpoints: { userinfo: "https://ghe.acme.example/api/v3/user" },
    });
    expect(github).toHaveProperty("readProfile");
    expect(gitlab).toMatchObject({ name: "GitLab", issuer: "https://git.acme.example" });
  });

  it("show no secret when they are printed", () => {
    expect(JSON.stringify(providersOf(client("GITHUB")))).not.toContain("hush");
  });

  it.each<[what: string, env: Environment, problem: string]>([
    [
      "no secret",
      { IDP_GITHUB_CLIENT_ID: "x" },
      "IDP_GITHUB_CLIENT_ID and IDP_GITHUB_CLIENT_SECRET must both be set, or neither",
    ],
    [
      "a secret alone",
      { IDP_ACME_CLIENT_SECRET: "hush" },
      "IDP_ACME_CLIENT_SECRET is set, but IDP_ACME_CLIENT_ID is not",
    ],
    [
      "neither issuer nor endpoints",
      client("GOGLE"),
      "IDP_GOGLE_ISSUER is required, or else IDP_GOGLE_AUTHORIZATION_URL, IDP_GOGLE_TOKEN_URL and IDP_GOGLE_USERINFO_URL: only GOOGLE, GITHUB, MICROSOFT, GITLAB, APPLE, ATLASSIAN, DISCORD, FACEBOOK, LINKEDIN, NOTION, SLACK, SPOTIFY, TWITCH, X, ZOOM are known by name",
    ],
    [
      "two of three endpoints",
      {
        ...client("ACME"),
        IDP_ACME_TOKEN_URL: "https://a.example/t",
        IDP_ACME_USERINFO_URL: "https://a.example/u",
      },
      "IDP_ACME_AUTHORIZATION_URL, IDP_ACME_TOKEN_URL and IDP_ACME_USERINFO_URL must all be set, or none",
    ],
    [
      "an issuer that GitHub has not",
      { ...client("GITHUB"), IDP_GITHUB_ISSUER: "https://github.com" },
      "IDP_GITHUB_ISSUER must not be set for a provider without discovery",
    ],
    [
      "endpoints beside an issuer",
      {
        ...client("MICROSOFT"),
        IDP_MICROSOFT_AUTHORIZATION_URL: "https://a.example/a",
        IDP_MICROSOFT_TOKEN_URL: "https://a.example/t",
        IDP_MICROSOFT_USERINFO_URL: "https://a.example/u",
      },
      "IDP_MICROSOFT_AUTHORIZATION_URL, IDP_MICROSOFT_TOKEN_URL and IDP_MICROSOFT_USERINFO_URL must not be set for a provider with an issuer",
    ],
    [
      "an issuer in the clear",
      { ...client("ACME"), IDP_ACME_ISSUER: "http://id.acme.example" },
      "IDP_ACME_ISSUER must be an https URL, without user, query or fragment",
    ],
    [
      "a name in lower case",
      client("google"),
      "IDP_google_CLIENT_ID must name its provider by 1 to 32 of A-Z, 0-9 and single _ between them",
    ],
    [
      "a name that is too long",
      client("A".repeat(33)),
      `IDP_${"A".repeat(33)}_CLIENT_ID must name its provider by 1 to 32 of A-Z, 0-9 and single _ between them`,
    ],
  ])("are refused with %s", (_what, env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it.each<[name: string, meant: string]>([
    ["IDP_GOGLE_CLIENT_SECRET", "IDP_GOOGLE_CLIENT_SECRET"],
    ["IDP_GITHUB_CLIENTID", "IDP_GITHUB_CLIENT_ID"],
    ["IDP_ACME_ISUER", "IDP_ACME_ISSUER"],
    ["IDP_ACMEE_SCOPES", "IDP_ACME_SCOPES"],
    ["IDP__CLIENT_ID", "IDP_CLIENT_ID"],
  ])("are not configured by a misspelt name: %s", (name, meant) => {
    const env = { ...client("ACME"), IDP_ACME_ISSUER: "https://id.acme.example" };
    expect(problemsOf({ ...env, [name]: "x" })).toEqual([
      `${name} is not known; did you mean ${meant}?`,
    ]);
  });

  it("take their name from IDP_<NAME>_CLIENT_ID only: what else ends alike has no effect, and boot says so", () => {
    const { config, warnings } = readConfig({
      ...LOCAL,
      IDP_ACME_ISSUER: "https://id.acme.example",
    });
    expect(config.identityProviders).toEqual([]);
    expect(warnings).toEqual([
      "IDP_ACME_ISSUER has no effect, because IDP_ACME_CLIENT_ID is not set",
    ]);
  });

  it("are not there while their variables are empty", () => {
    expect(
      problemsOf({ IDP_X_CLIENT_ID: "", IDP_X_CLIENT_SECRET: " ", IDP_GITHUB_CLIENT_ID: "" }),
    ).toEqual([]);
  });

  it("have rows in the table of the variables", () => {
    const rows = variableTable().split("\n");
    expect(rows.filter((row) => row.startsWith("| `IDP_<NAME>_"))).toHaveLength(11);
  });
});

describe("the server", () => {
  it("offers every configured provider", async () => {
    const env = {
      ...LOCAL,
      DATABASE_URL: "sqlite::memory:",
      WORKER: "off",
      ...client("GITHUB"),
      ...client("ACME"),
      IDP_ACME_ISSUER: "https://id.acme.example",
    };
    const composition = await compose(readConfig(env).config);
    await new Promise<void>((resolve) => composition.server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${portOf(composition.server)}/api/v1/auth/methods`;
    const { providers } = readJson(await (await fetch(url)).json(), {
      providers: [{ id: "string", name: "string" }],
    });
    await composition.close();
    expect(providers).toEqual([
      { id: "acme", name: "Acme" },
      { id: "github", name: "GitHub" },
    ]);
  });
});

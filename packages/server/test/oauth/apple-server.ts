import { generateKeyPairSync, type KeyObject, randomBytes, verify } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { IdentityProvider } from "@acme/auth-core";
import { APPLE, appleClientSecret, openIdProvider } from "@acme/auth-core/providers";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import { createIdTokenSigner } from "./id-token-signer.js";
import type { Json } from "./misbehaviour.js";
import { readForm } from "./read-form.js";

/** A person with an Apple account. */
export interface ApplePerson {
  readonly sub: string;
  readonly email: string;
  /** A boolean, or the text of one. */
  readonly email_verified?: unknown;
  readonly name?: { readonly firstName: string; readonly lastName: string };
}

/** The form that Apple's page posts. */
export interface AppleForm {
  readonly action: string;
  readonly fields: URLSearchParams;
}

/** A server that answers as Apple does, and this application's registration there. */
export interface AppleServer {
  readonly origin: string;
  /** The preset, at this server. */
  readonly provider: () => IdentityProvider;
  /** Who signs in next. */
  admit(person: ApplePerson): void;
  /** Opens the page, and returns the form that a browser would post from there. */
  visit(authorizationUrl: string): Promise<AppleForm>;
  /** The client secrets that came, in order. */
  readonly presented: readonly string[];
  readonly secrets: ReadonlySet<string>;
  stop(): Promise<void>;
}

const CLIENT_ID = "com.example.web";
const TEAM_ID = "A1B2C3D4E5";
const KEY_ID = "F6G7H8I9J0";
const AUDIENCE = "https://appleid.apple.com";
/** What Apple allows, in seconds. */
const MAX_SECRET_LIFE = 15_777_000;

/**
 * Starts Apple on loopback. It posts its answer as a form, sends the name with the first one of a
 * person only, writes booleans as texts, and wants a client secret that the key of the team signed.
 */
export async function startAppleServer(): Promise<AppleServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const team = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signer = createIdTokenSigner("unused");
  const known = new Set<string>();
  const codes = new Map<
    string,
    { readonly person: ApplePerson; readonly asked: URLSearchParams }
  >();
  const presented: string[] = [];
  const secrets = new Set<string>();
  let next: ApplePerson = { sub: "000001.a", email: "ada@example.com" };

  const newSecret = (): string => {
    const secret = randomBytes(24).toString("base64url");
    secrets.add(secret);
    return secret;
  };

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const wantsMore = /name|email/.test(asked.get("scope") ?? "");
    if (wantsMore && asked.get("response_mode") !== "form_post")
      return void response.writeHead(400).end("response_mode must be form_post");
    const code = newSecret();
    codes.set(code, { person: next, asked });
    const { sub, name, email } = next;
    const isFirst = !known.has(sub);
    known.add(sub);
    const fields = {
      state: asked.get("state") ?? "",
      code,
      ...(isFirst && name && { user: JSON.stringify({ name, email }) }),
    };
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(formPage(asked.get("redirect_uri") ?? "", fields));
  }

  function redeem(form: URLSearchParams): Json | null {
    const secret = form.get("client_secret") ?? "";
    presented.push(secret);
    secrets.add(secret);
    const grant = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (!isSignedByTeam(secret, team.publicKey)) return null;
    if (!grant || form.get("redirect_uri") !== grant.asked.get("redirect_uri")) return null;
    const now = Math.floor(Date.now() / 1_000);
    const { name: _name, ...claims } = grant.person;
    const idToken = signer.sign(
      {
        iss: origin,
        aud: CLIENT_ID,
        iat: now,
        exp: now + 600,
        nonce: grant.asked.get("nonce"),
        nonce_supported: true,
        email_verified: "true",
        is_private_email: "false",
        ...claims,
      },
      "RS256",
    );
    secrets.add(idToken);
    return {
      access_token: newSecret(),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: newSecret(),
      id_token: idToken,
    };
  }

  const metadata = {
    issuer: origin,
    authorization_endpoint: `${origin}/auth/authorize`,
    token_endpoint: `${origin}/auth/token`,
    jwks_uri: `${origin}/auth/keys`,
    response_modes_supported: ["query", "fragment", "form_post"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    id_token_signing_alg_values_supported: ["RS256"],
  };

  server.on("request", (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", origin);
    if (pathname === "/auth/authorize") return authorize(searchParams, response);
    if (pathname === "/.well-known/openid-configuration") return json(response, metadata);
    if (pathname === "/auth/keys") return json(response, { keys: signer.publicKeys });
    void readForm(request)
      .then(redeem)
      .catch(() => null)
      .then((tokens) =>
        tokens ? json(response, tokens) : json(response, { error: "invalid_client" }, 400),
      );
  });

  const privateKey = team.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  return {
    origin,
    provider: () =>
      openIdProvider({
        ...APPLE,
        issuer: origin,
        clientId: CLIENT_ID,
        clientSecret: appleClientSecret({
          teamId: TEAM_ID,
          keyId: KEY_ID,
          privateKey,
        }),
      }),
    admit: (person) => void (next = person),
    async visit(authorizationUrl) {
      const reply = await fetch(authorizationUrl);
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(text);
      return readFormPage(text);
    },
    presented,
    secrets,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Checks a client secret as Apple does. */
function isSignedByTeam(secret: string, key: KeyObject): boolean {
  const [header = "", payload = "", signature = ""] = secret.split(".");
  const text = (part: string): string => Buffer.from(part, "base64url").toString();
  const { alg, kid } = readJson(JSON.parse(text(header)), { alg: "string", kid: "string" });
  const { iss, aud, sub, iat, exp } = readJson(JSON.parse(text(payload)), {
    iss: "string",
    aud: "string",
    sub: "string",
    iat: "number",
    exp: "number",
  });
  const now = Date.now() / 1_000;
  const isOurs = iss === TEAM_ID && aud === AUDIENCE && sub === CLIENT_ID && kid === KEY_ID;
  const lives = iat <= now + 60 && now < exp && exp - now <= MAX_SECRET_LIFE;
  const input = Buffer.from(`${header}.${payload}`);
  const how = { key, dsaEncoding: "ieee-p1363" } as const;
  const isSigned = verify("sha256", input, how, Buffer.from(signature, "base64url"));
  return alg === "ES256" && isOurs && lives && isSigned;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const unescaped = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The page posts its form when the person presses a button, and another one to decline. */
function formPage(action: string, fields: Readonly<Record<string, string>>): string {
  const declined = { state: fields["state"] ?? "", error: "user_cancelled_authorize" };
  return page([form(action, fields, "Continue"), form(action, declined, "Cancel")]);
}

const page = (forms: readonly string[]): string =>
  `<!doctype html><html lang="en"><title>Apple</title>${forms.join("")}</html>`;

function form(action: string, fields: Readonly<Record<string, string>>, button: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${escaped(action)}">${inputs.join("")}<button>${button}</button></form>`;
}

function readFormPage(text: string): AppleForm {
  const [first = ""] = /<form.*?<\/form>/.exec(text) ?? [];
  const [, action = ""] = /action="([^"]*)"/.exec(first) ?? [];
  const inputs = [...first.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  const fields = new URLSearchParams(
    inputs.map(([, name = "", value = ""]): [string, string] => [name, unescaped(value)]),
  );
  return { action: unescaped(action), fields };
}

function json(response: ServerResponse, body: Json, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

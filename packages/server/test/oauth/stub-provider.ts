import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import { createIdTokenSigner } from "./id-token-signer.js";
import type { Endpoint, Json, Misbehaviour } from "./misbehaviour.js";

export const PERSON = {
  sub: "248289761001",
  email: "ada@example.com",
  email_verified: true,
  name: "Ada Lovelace",
  picture: "https://provider.example/ada.png",
} as const;

interface Grant {
  readonly parameters: URLSearchParams;
  readonly accessToken: string;
}

export interface StubProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints: {
    readonly authorization: string;
    readonly token: string;
    readonly userinfo: string;
  };
  /** From now on, until told otherwise. Without a word it behaves, and Ada signs in. */
  misbehave(how?: Misbehaviour): void;
  /** Who signs in next. */
  admit(person: Json): void;
  /** `METHOD path` of every request that came. */
  readonly requests: readonly string[];
  /** What the browser brought along at the latest visit. */
  readonly asked: () => URLSearchParams;
  /** How the client proved itself at the latest exchange. */
  readonly authentication: () => "client_secret_basic" | "client_secret_post" | null;
  /** What nobody may ever read in a log, an answer or a database. */
  readonly secrets: ReadonlySet<string>;
  /**
   * Opens the provider's authorization page as a browser would, and says where it sends the browser
   * back to.
   */
  visit(authorizationUrl: string): Promise<URL>;
  stop(): Promise<void>;
}

const CLIENT_ID = "acme-web.test";
const PATHS: Readonly<Record<string, Endpoint>> = {
  "/.well-known/openid-configuration": "discovery",
  "/token": "token",
  "/jwks": "jwks",
  "/userinfo": "userinfo",
};

/**
 * A provider that does as it is told, with real keys and a real server. It serves OpenID Connect,
 * and OAuth 2.0 to those who do not ask for `openid`.
 */
export async function startStubProvider(): Promise<StubProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  const clientSecret = `stub_secret-${randomBytes(24).toString("base64url")}`;
  const signer = createIdTokenSigner(clientSecret);
  const secrets = new Set([clientSecret]);
  const requests: string[] = [];
  const grants = new Map<string, Grant>();
  let misbehaviour: Misbehaviour = {};
  let person: Json = PERSON;
  let asked = new URLSearchParams();
  let authentication: ReturnType<StubProvider["authentication"]> = null;

  const newSecret = (): string => {
    const secret = randomBytes(24).toString("base64url");
    secrets.add(secret);
    return secret;
  };

  const metadata: Json = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "HS256", "none"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    authorization_response_iss_parameter_supported: true,
  };

  function authorize(parameters: URLSearchParams, response: ServerResponse): void {
    asked = parameters;
    const code = newSecret();
    grants.set(code, { parameters, accessToken: newSecret() });
    const back = new URL(parameters.get("redirect_uri")!);
    const answer = new URLSearchParams({ code, state: parameters.get("state")!, iss: issuer });
    misbehaviour.callback?.(answer);
    back.search = answer.toString();
    response.writeHead(302, { location: back.href }).end();
  }

  function redeem(request: IncomingMessage, form: URLSearchParams): Json | string {
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    authentication = authenticate(request, form, clientSecret);
    if (!authentication) return "invalid_client";
    const knowsPkce = misbehaviour.knowsPkce ?? true;
    if (!grant || !isEntitled(form, grant.parameters, knowsPkce)) return "invalid_grant";
    if (knowsPkce) secrets.add(form.get("code_verifier")!);

    const tokens = {
      access_token: grant.accessToken,
      token_type: "Bearer",
      expires_in: 300,
      refresh_token: newSecret(),
    };
    return grant.parameters.get("scope")?.split(" ").includes("openid")
      ? { ...tokens, id_token: idTokenFor(grant) }
      : tokens;
  }

  function idTokenFor({ parameters }: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce: parameters.get("nonce"),
      ...person,
    };
    const token = signer.sign(
      misbehaviour.claims?.(claims) ?? claims,
      misbehaviour.signing ?? "RS256",
    );
    secrets.add(token);
    return token;
  }

  const endpoints: Readonly<
    Record<
      Endpoint,
      (request: IncomingMessage, form: URLSearchParams, response: ServerResponse) => void
    >
  > = {
    discovery: (_request, _form, response) =>
      json(response, misbehaviour.metadata?.(metadata) ?? metadata),
    jwks: (_request, _form, response) =>
      json(response, { keys: signer.publicKeys.map((key) => misbehaviour.key?.(key) ?? key) }),
    token(request, form, response) {
      const tokens = redeem(request, form);
      if (typeof tokens === "string") json(response, { error: tokens }, 400);
      else json(response, misbehaviour.tokens?.(tokens) ?? tokens);
    },
    userinfo(request, _form, response) {
      const known = secrets.has((request.headers.authorization ?? "").replace(/^Bearer /, ""));
      if (known) json(response, misbehaviour.userinfo?.(person) ?? person);
      else json(response, { error: "invalid_token" }, 401);
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, issuer);
    requests.push(`${request.method} ${url.pathname}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const endpoint = PATHS[url.pathname];
    if (url.pathname === "/authorize") authorize(url.searchParams, response);
    else if (!endpoint) response.writeHead(404).end();
    else if (misbehaviour.answers?.[endpoint]) await misbehaviour.answers[endpoint](response);
    else
      endpoints[endpoint](request, new URLSearchParams(Buffer.concat(chunks).toString()), response);
  }
  server.on("request", (request, response) => void serve(request, response));

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    endpoints: {
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userinfo: `${issuer}/userinfo`,
    },
    misbehave: (how = {}) => void (misbehaviour = how),
    admit: (next) => void (person = next),
    requests,
    asked: () => asked,
    authentication: () => authentication,
    secrets,
    async visit(authorizationUrl) {
      const reply = await fetch(authorizationUrl, { redirect: "manual" });
      return new URL(reply.headers.get("location")!);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, body: Json, status = 200): void {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));
}

/**
 * How the client proved itself; null when it did not. Takes the header as it comes: many providers
 * do not decode what is in it.
 */
function authenticate(
  { headers }: IncomingMessage,
  form: URLSearchParams,
  secret: string,
): ReturnType<StubProvider["authentication"]> {
  const header = Buffer.from(
    (headers.authorization ?? "").replace(/^Basic /, ""),
    "base64",
  ).toString();
  if (header === `${CLIENT_ID}:${secret}`) return "client_secret_basic";
  return form.get("client_id") === CLIENT_ID && form.get("client_secret") === secret
    ? "client_secret_post"
    : null;
}

/** Whether the tokens are asked for by the client that started the request (RFC 6749 §4.1.3, RFC 7636 §4.6). */
function isEntitled(form: URLSearchParams, asked: URLSearchParams, knowsPkce: boolean): boolean {
  const isAskedFor =
    form.get("grant_type") === "authorization_code" &&
    form.get("redirect_uri") === asked.get("redirect_uri");
  if (!knowsPkce) return isAskedFor && !form.has("code_verifier") && !asked.has("code_challenge");
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return (
    isAskedFor &&
    asked.get("code_challenge_method") === "S256" &&
    asked.get("code_challenge") === challenge
  );
}

import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { OAuth2Preset, OAuth2ProviderOptions } from "@acme/auth-core/providers";
import { portOf } from "@acme/auth-testing/port-of";
import type { Json } from "./misbehaviour.js";
import { readForm } from "./read-form.js";

/** How one provider behaves, by its documents. */
export interface Behaviour {
  /** Where the token endpoint reads the client secret; anywhere else it finds none. */
  readonly secretIn: "header" | "body";
  /** Whether a code is bound by PKCE; otherwise anything of it is refused. */
  readonly pkce: boolean;
  /** Parameters without which the authorization page is an error. */
  readonly asked: Readonly<Record<string, string>>;
  /** What the endpoint for users wants besides the token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the token response says besides the token. */
  readonly tokens: Json;
  /** What the endpoint for users answers. */
  readonly user: Json;
}

/** A server on loopback that stands for one provider after the other. */
export interface SocialServer {
  /** From now on it behaves so, at the paths of the preset. */
  become(preset: OAuth2Preset, behaviour: Behaviour): void;
  /** The options of the preset, at this server. */
  at(preset: OAuth2Preset): OAuth2ProviderOptions;
  /** Opens the authorization page, and says where it sends the browser back to. */
  visit(authorizationUrl: string): Promise<URL>;
  stop(): Promise<void>;
}

const CLIENT_ID = "acme-web.test";

interface Grant {
  readonly asked: URLSearchParams;
  readonly accessToken: string;
}

export async function startSocialServer(): Promise<SocialServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const clientSecret = randomBytes(24).toString("base64url");
  const grants = new Map<string, Grant>();
  let current: { readonly paths: Paths; readonly behaviour: Behaviour } | null = null;

  const at = (url: string): string => {
    const { pathname, search } = new URL(url);
    return origin + pathname + search;
  };

  function authorize(asked: URLSearchParams, { pkce, asked: wanted }: Behaviour): string | null {
    const isAsked = Object.entries({
      ...wanted,
      response_type: "code",
      client_id: CLIENT_ID,
    }).every(([name, value]) => asked.get(name) === value);
    const hasChallenge = asked.get("code_challenge_method") === "S256";
    if (!isAsked || hasChallenge !== pkce || asked.has("nonce")) return null;
    const code = randomBytes(12).toString("base64url");
    grants.set(code, { asked, accessToken: randomBytes(12).toString("base64url") });
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    return back.href;
  }

  function redeem(request: IncomingMessage, form: URLSearchParams, behaviour: Behaviour): Json {
    const grant = grants.get(form.get("code") ?? "");
    if (!grant || form.get("redirect_uri") !== grant.asked.get("redirect_uri"))
      return { error: "invalid_grant" };
    if (!isClient(request, form, behaviour)) return { error: "invalid_client" };
    if (!isBound(form, grant.asked, behaviour)) return { error: "invalid_grant" };
    return { access_token: grant.accessToken, token_type: "bearer", ...behaviour.tokens };
  }

  function isClient(
    { headers }: IncomingMessage,
    form: URLSearchParams,
    { secretIn }: Behaviour,
  ): boolean {
    const basic = Buffer.from(`${CLIENT_ID}:${clientSecret}`).toString("base64");
    if (secretIn === "header")
      return headers.authorization === `Basic ${basic}` && !form.has("client_secret");
    return form.get("client_id") === CLIENT_ID && form.get("client_secret") === clientSecret;
  }

  function describe(request: IncomingMessage, { headers = {}, user }: Behaviour): Json | null {
    const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    const isGranted = [...grants.values()].some(({ accessToken }) => accessToken === token);
    const isComplete = Object.entries(headers).every(
      ([name, value]) => request.headers[name] === value,
    );
    return isGranted && isComplete ? user : null;
  }

  server.on("request", (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "", origin);
    if (!current) return void response.writeHead(404).end();
    const { paths, behaviour } = current;
    if (pathname === paths.authorization) {
      const location = authorize(searchParams, behaviour);
      if (location !== null) return void response.writeHead(302, { location }).end();
      return void response.writeHead(400).end("this is no request that the documents describe");
    }
    if (pathname === paths.token && request.method === "POST")
      return void readForm(request).then((form) => {
        const tokens = redeem(request, form, behaviour);
        json(response, tokens, "error" in tokens ? 400 : 200);
      });
    const user = pathname + search === paths.userinfo ? describe(request, behaviour) : null;
    return user ? json(response, user) : json(response, { error: "unauthorized" }, 401);
  });

  return {
    become({ endpoints }, behaviour) {
      const [authorization, token] = [endpoints.authorization, endpoints.token].map(
        (url) => new URL(url).pathname,
      );
      const userinfo = at(endpoints.userinfo).slice(origin.length);
      current = { paths: { authorization, token, userinfo }, behaviour };
    },
    at: ({ endpoints, ...preset }) => ({
      ...preset,
      endpoints: {
        authorization: at(endpoints.authorization),
        token: at(endpoints.token),
        userinfo: at(endpoints.userinfo),
      },
      clientId: CLIENT_ID,
      clientSecret,
    }),
    async visit(authorizationUrl) {
      const reply = await fetch(authorizationUrl, { redirect: "manual" });
      const location = reply.headers.get("location");
      if (location === null) throw new Error(await reply.text());
      return new URL(location);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Paths {
  readonly authorization: string | undefined;
  readonly token: string | undefined;
  readonly userinfo: string;
}

function isBound(form: URLSearchParams, asked: URLSearchParams, { pkce }: Behaviour): boolean {
  const verifier = form.get("code_verifier");
  if (!pkce || verifier === null) return !pkce && verifier === null;
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return asked.get("code_challenge") === challenge;
}

function json(response: ServerResponse, body: Json, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

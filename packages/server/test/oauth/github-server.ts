import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { OAuth2ProviderOptions } from "@acme/auth-core/providers";
import { portOf } from "@acme/auth-testing/port-of";
import type { Json } from "./misbehaviour.js";
import { readForm } from "./read-form.js";

/** An entry of GitHub's `/user/emails`. */
export interface GitHubEmail {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/** A server that answers as GitHub does. */
export interface GitHubServer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints: OAuth2ProviderOptions["endpoints"];
  /** Who signs in next, with which email addresses. */
  admit(user: Json, emails: readonly GitHubEmail[]): void;
  /** What `/user/emails` answers instead of a list; null for the list. */
  answerEmails(instead: ((response: ServerResponse) => unknown) | null): void;
  /** The paths that were called with an access token, in order. */
  readonly calls: readonly string[];
  readonly secrets: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Starts GitHub's authorization page, token endpoint and REST API on two ports of loopback. */
export async function startGitHubServer(): Promise<GitHubServer> {
  const [web, api] = [createServer(), createServer()];
  const [webUrl, apiUrl] = await Promise.all([web, api].map(listen));
  const clientSecret = `github_secret-${randomBytes(24).toString("base64url")}`;
  const secrets = new Set([clientSecret]);
  const codes = new Set<string>();
  const tokens = new Set<string>();
  const calls: string[] = [];
  let user: Json = {};
  let emails: readonly GitHubEmail[] = [];
  let instead: ((response: ServerResponse) => unknown) | null = null;

  const issue = (into: Set<string>): string => {
    const secret = randomBytes(24).toString("base64url");
    into.add(secret);
    secrets.add(secret);
    return secret;
  };

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", issue(codes));
    back.searchParams.set("state", searchParams.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  /**
   * GitHub reads the client secret in the body, refuses with status 200, and separates scopes by
   * commas.
   */
  function redeem(form: URLSearchParams): Json {
    if (form.get("client_secret") !== clientSecret)
      return { error: "incorrect_client_credentials" };
    if (!codes.delete(form.get("code") ?? "")) return { error: "bad_verification_code" };
    return { access_token: issue(tokens), token_type: "bearer", scope: "read:user,user:email" };
  }

  web.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", webUrl);
    if (url.pathname === "/login/oauth/authorize") return authorize(url, response);
    void readForm(request).then((form) => json(response, redeem(form)));
  });
  api.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "", apiUrl);
    const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    if (!tokens.has(token)) return json(response, { message: "Requires authentication" }, 401);
    calls.push(pathname);
    if (pathname === "/user") return json(response, user);
    if (pathname !== "/user/emails") return json(response, { message: "Not Found" }, 404);
    return instead ? void instead(response) : json(response, emails);
  });

  return {
    clientId: "acme-web.test",
    clientSecret,
    endpoints: {
      authorization: `${webUrl}/login/oauth/authorize`,
      token: `${webUrl}/login/oauth/access_token`,
      userinfo: `${apiUrl}/user`,
    },
    admit: (next, addresses) => void ([user, emails] = [next, addresses]),
    answerEmails: (next) => void (instead = next),
    calls,
    secrets,
    async stop() {
      for (const server of [web, api]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

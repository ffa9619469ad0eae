import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import { Provider } from "oidc-provider";

/** A user of the provider, by what they type to sign in there. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface OpenIdServerOptions {
  readonly redirectUri: string;
  readonly accounts: Accounts;
  /** Whether the id_token holds the email address, or userinfo alone. Default: userinfo alone. */
  readonly emailInIdToken?: boolean;
}

export interface OpenIdServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

/** An independent OpenID provider on loopback that demands PKCE and knows one client. */
export async function startOpenIdServer({
  redirectUri,
  accounts,
  emailInIdToken = false,
}: OpenIdServerOptions): Promise<OpenIdServer> {
  const [clientId, clientSecret] = ["acme-web.test", "provider_secret-0123456789+/~:"];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "only" }],
    },
    cookies: { keys: ["cookie-key-of-the-test-provider"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    conformIdTokenClaims: !emailInIdToken,
    findAccount: (_context, id) =>
      accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

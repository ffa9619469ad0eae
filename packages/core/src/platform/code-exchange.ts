import type * as oauth from "oauth4webapi";
import type { AuthorizationRequest } from "../ports/identity-provider.js";
import { stage } from "./provider-failure.js";
import type { Registration } from "./provider-registration.js";

type Library = typeof oauth;

/** Loads the library on first use: an application without providers does not wait for it. */
export const loadLibrary = (): Promise<Library> => import("oauth4webapi");

/**
 * What a call to a provider needs: the library, the provider's metadata, and this application's
 * registration there.
 */
export interface Exchange {
  readonly library: Library;
  readonly server: oauth.AuthorizationServer;
  readonly registration: Registration;
  /**
   * Whether http is allowed. URLs were checked when they were configured: http is there for
   * loopback hosts only.
   */
  readonly insecure: boolean;
}

export const clientOf = ({ clientId }: Registration): oauth.Client => ({ client_id: clientId });

/** How the library calls the provider. */
interface RequestOptions {
  readonly [oauth.customFetch]: Registration["call"];
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to be noticed; see `insecure`
  readonly [oauth.allowInsecureRequests]: boolean;
}

export const requestOptions = ({ library, registration, insecure }: Exchange): RequestOptions => ({
  [library.customFetch]: registration.call,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to be noticed; see `insecure`
  [library.allowInsecureRequests]: insecure,
});

interface AuthorizationUrlInput {
  readonly endpoint: string;
  readonly registration: Registration;
  readonly scopes: readonly string[];
  readonly request: AuthorizationRequest;
  /** Parameters beyond those of OAuth 2.0. Default: none. */
  readonly more?: Readonly<Record<string, string>>;
}

/** Builds the URL to which the browser is sent (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export async function authorizationUrl({
  endpoint,
  registration,
  scopes,
  request,
  more = {},
}: AuthorizationUrlInput): Promise<string> {
  const { clientId, pkce, authorizationParameters } = registration;
  const url = new URL(endpoint);
  const parameters = {
    ...authorizationParameters,
    response_type: "code",
    client_id: clientId,
    redirect_uri: request.redirectUri,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    state: request.state.reveal(),
    ...(pkce && (await challengeOf(request))),
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  // Some providers do not read `+` as a space. A plus sign of a value is `%2B` here.
  url.search = url.search.replaceAll("+", "%20");
  return url.href;
}

async function challengeOf({ codeVerifier }: AuthorizationRequest) {
  const { calculatePKCECodeChallenge } = await loadLibrary();
  const challenge = await calculatePKCECodeChallenge(codeVerifier.reveal());
  return { code_challenge: challenge, code_challenge_method: "S256" };
}

/**
 * Sends the code and the verifier to the token endpoint. Returns the response unread.
 *
 * @throws {ProviderFailure} `invalid_code`, `provider_unavailable`
 */
export function exchangeCode(
  exchange: Exchange,
  callback: Readonly<Record<string, string>>,
  request: AuthorizationRequest,
): Promise<Response> {
  const { library, server, registration } = exchange;
  const client = clientOf(registration);
  return stage("invalid_code", async () =>
    library.authorizationCodeGrantRequest(
      server,
      client,
      await authenticationOf(exchange),
      library.validateAuthResponse(
        server,
        client,
        new URLSearchParams(callback),
        request.state.reveal(),
      ),
      request.redirectUri,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to be noticed; see `pkce`
      registration.pkce ? request.codeVerifier.reveal() : library.nopkce,
      requestOptions(exchange),
    ),
  );
}

/**
 * Sends the client secret in the header, which every server must accept (RFC 6749 §2.3.1), unless
 * the provider says that it reads the body only.
 */
async function authenticationOf({
  library,
  server,
  registration,
}: Exchange): Promise<oauth.ClientAuth> {
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  const secret = (await registration.clientSecret()).reveal();
  if (methods.includes("client_secret_post") && !methods.includes("client_secret_basic"))
    return library.ClientSecretPost(secret);
  // The library's own method also encodes `-`, `_` and `.`: providers that do not decode would take
  // it for a wrong secret.
  const credentials = Buffer.from(
    `${formEncoded(registration.clientId)}:${formEncoded(secret)}`,
  ).toString("base64");
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${credentials}`);
}

/** Encodes as `application/x-www-form-urlencoded` (RFC 6749 Appendix B). */
const formEncoded = (text: string): string =>
  new URLSearchParams({ "": text }).toString().slice("=".length);

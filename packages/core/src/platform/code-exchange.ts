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
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly request: AuthorizationRequest;
}

/** Builds the URL to which the browser is sent (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export async function authorizationUrl({
  endpoint,
  clientId,
  scopes,
  request,
}: AuthorizationUrlInput): Promise<URL> {
  const { calculatePKCECodeChallenge } = await loadLibrary();
  const url = new URL(endpoint);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("redirect_uri", request.redirectUri);
  if (scopes.length > 0) url.searchParams.set("scope", scopes.join(" "));
  url.searchParams.set("state", request.state.reveal());
  url.searchParams.set(
    "code_challenge",
    await calculatePKCECodeChallenge(request.codeVerifier.reveal()),
  );
  url.searchParams.set("code_challenge_method", "S256");
  return url;
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
  return stage("invalid_code", () =>
    library.authorizationCodeGrantRequest(
      server,
      client,
      authenticationOf(exchange),
      library.validateAuthResponse(
        server,
        client,
        new URLSearchParams(callback),
        request.state.reveal(),
      ),
      request.redirectUri,
      request.codeVerifier.reveal(),
      requestOptions(exchange),
    ),
  );
}

/**
 * Sends the client secret in the header, which every server must accept (RFC 6749 §2.3.1), unless
 * the provider says that it reads the body only.
 */
function authenticationOf({ library, server, registration }: Exchange): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  const secret = registration.clientSecret.reveal();
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

import type * as oauth from "oauth4webapi";
import type { Trip } from "../ports/identity-provider.js";
import { stage } from "./provider-failure.js";
import type { Registration } from "./provider-registration.js";

type Library = typeof oauth;

/** Loaded on first use: who has no provider does not wait for it. */
export const loadLibrary = (): Promise<Library> => import("oauth4webapi");

/** A provider at one moment of a trip: the library, what is known of the provider, and who we are to it. */
export interface Exchange {
  readonly library: Library;
  readonly server: oauth.AuthorizationServer;
  readonly registration: Registration;
  /** Addresses were checked where they came in: http is there for loopback hosts only. */
  readonly insecure: boolean;
}

export const clientOf = ({ clientId }: Registration): oauth.Client => ({ client_id: clientId });

/** How the library reaches the provider. */
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

interface AuthorizationRequest {
  readonly endpoint: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly trip: Trip;
}

/** Where the browser is sent (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export async function authorizationUrl({
  endpoint,
  clientId,
  scopes,
  trip,
}: AuthorizationRequest): Promise<URL> {
  const { calculatePKCECodeChallenge } = await loadLibrary();
  const url = new URL(endpoint);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("redirect_uri", trip.redirectUri);
  if (scopes.length > 0) url.searchParams.set("scope", scopes.join(" "));
  url.searchParams.set("state", trip.state.reveal());
  url.searchParams.set(
    "code_challenge",
    await calculatePKCECodeChallenge(trip.codeVerifier.reveal()),
  );
  url.searchParams.set("code_challenge_method", "S256");
  return url;
}

/** Sends the code and the verifier. The provider's answer comes back unread. */
export function exchangeCode(
  exchange: Exchange,
  callback: Readonly<Record<string, string>>,
  trip: Trip,
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
        trip.state.reveal(),
      ),
      trip.redirectUri,
      trip.codeVerifier.reveal(),
      requestOptions(exchange),
    ),
  );
}

/** In the header, as every server must be able to (RFC 6749 §2.3.1), unless the provider says that it reads the body only. */
function authenticationOf({ library, server, registration }: Exchange): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  const secret = registration.clientSecret.reveal();
  if (methods.includes("client_secret_post") && !methods.includes("client_secret_basic"))
    return library.ClientSecretPost(secret);
  // The library's own also encodes `-`, `_` and `.`, which providers that do not decode take for a wrong secret.
  const credentials = Buffer.from(
    `${formEncoded(registration.clientId)}:${formEncoded(secret)}`,
  ).toString("base64");
  // eslint-disable-next-line house/few-parameters -- the library's own shape of an authentication method
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${credentials}`);
}

/** As `application/x-www-form-urlencoded` has it (RFC 6749 Appendix B). */
const formEncoded = (text: string): string =>
  new URLSearchParams({ "": text }).toString().slice("=".length);

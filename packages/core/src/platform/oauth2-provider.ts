import type { AuthorizationRequest, IdentityProvider } from "../ports/identity-provider.js";
import {
  authorizationUrl,
  clientOf,
  type Exchange,
  exchangeCode,
  loadLibrary,
} from "./code-exchange.js";
import { isJsonObject } from "./json-object.js";
import { ProviderFailure, stage, verdictOf } from "./provider-failure.js";
import { bindFetch, type ProviderFetch } from "./provider-fetch.js";
import {
  checkProfile,
  type Claims,
  grantedScopes,
  type ProviderProfile,
  readCommonProfile,
} from "./provider-profile.js";
import { type ProviderOptions, registerProvider } from "./provider-registration.js";
import { readProviderUrl } from "./provider-url.js";

/** How `oauth2Provider` reaches a provider and reads its users. */
export interface OAuth2ProviderOptions extends ProviderOptions {
  /** https URLs of the provider; http for loopback hosts only. */
  readonly endpoints: {
    /** Where the browser is sent. */
    readonly authorization: string;
    /** Where the code is exchanged for an access token. */
    readonly token: string;
    /** Describes the user of an access token as a JSON object. */
    readonly userinfo: string;
  };
  /** Scopes to request. Default: none. */
  readonly scopes?: readonly string[];
  /**
   * Where the token endpoint expects the client secret. Default: `client_secret_basic`, which every
   * server must accept (RFC 6749 §2.3.1).
   */
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post";
  /** Headers that the provider wants where the user is read, besides the token. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Finds the user in the answer of the userinfo endpoint. `fetch` reads more with the user's
   * access token, from the hosts of `endpoints.token` and `endpoints.userinfo` only. By default the
   * subject is `sub` or `id`, the email address is `email` and is verified by
   * `email_verified: true`, the name is `name` or `login`, and the picture is `picture` or
   * `avatar_url`. What it returns is checked again; what it throws ends the sign-in with
   * `unable_to_get_user_info`.
   */
  readonly readProfile?: (
    userinfo: Claims,
    fetch: ProviderFetch,
  ) => ProviderProfile | Promise<ProviderProfile>;
}

/**
 * Creates a provider that speaks plain OAuth 2.0, without discovery and id_token: authorization
 * code, PKCE S256 and userinfo. Use `openIdProvider` for a provider that speaks OpenID Connect, and
 * the preset `GITHUB` for GitHub; there are more presets, from `ATLASSIAN` to `ZOOM`.
 *
 * @throws {RangeError} For options that cannot work.
 *
 * @example
 * const partner = oauth2Provider({
 *   id: "partner",
 *   name: "Partner",
 *   clientId: "acme-web",
 *   clientSecret: new Secret(partnerSecret),
 *   endpoints: {
 *     authorization: "https://partner.example/oauth/authorize",
 *     token: "https://partner.example/oauth/token",
 *     userinfo: "https://api.partner.example/me",
 *   },
 *   scopes: ["profile"],
 * });
 * const auth = createAuth({ …, identityProviders: [partner] });
 */
export function oauth2Provider(options: OAuth2ProviderOptions): IdentityProvider {
  const { endpoints, scopes = [], headers = {}, readProfile = readCommonProfile } = options;
  const registration = registerProvider(options);
  const urlOf = (name: keyof typeof endpoints): URL =>
    readProviderUrl(`${options.id}: endpoints.${name}`, endpoints[name]);
  const [authorization, token, userinfo] = [
    urlOf("authorization"),
    urlOf("token"),
    urlOf("userinfo"),
  ];
  const server = {
    // The library wants an issuer. Such a provider has none, and whatever it says of one is
    // ignored.
    issuer: token.origin,
    token_endpoint: token.href,
    token_endpoint_auth_methods_supported: [options.clientAuthentication ?? "client_secret_basic"],
  };
  const insecure = [token, userinfo].some(({ protocol }) => protocol === "http:");
  const { id, name } = registration;

  return {
    id,
    name,
    authorizationUrl: (request) =>
      verdictOf(async () => {
        const endpoint = authorization.href;
        return authorizationUrl({ endpoint, registration, scopes, request });
      }),
    identify: (callback, request) =>
      verdictOf(async () => {
        const exchange = { library: await loadLibrary(), server, registration, insecure };
        const { scope, accessToken } = await redeemCode(exchange, callback, request);
        const binding = { accessToken, headers, base: userinfo, endpoints: [token, userinfo] };
        const fetch = bindFetch(exchange, binding);
        const profile = await stage("unable_to_get_user_info", async () =>
          checkProfile(await readProfile(await requestUserInfo(fetch, userinfo), fetch)),
        );
        return { ...profile, scopes: grantedScopes(scope, scopes) };
      }),
  };
}

interface Tokens {
  readonly accessToken: string;
  readonly scope: string | undefined;
}

async function redeemCode(
  exchange: Exchange,
  { iss: _iss, ...callback }: Readonly<Record<string, string>>,
  request: AuthorizationRequest,
): Promise<Tokens> {
  const response = await exchangeCode(exchange, callback, request);
  return stage("invalid_code", async () => {
    const body: unknown = await response.json();
    const { library, server, registration } = exchange;
    const plain = Response.json(readableTokens(body), { status: response.status });
    const tokens = await library.processAuthorizationCodeResponse(
      server,
      clientOf(registration),
      plain,
    );
    return { accessToken: tokens.access_token, scope: tokens.scope };
  });
}

/**
 * Without an issuer to check it against, an id_token is worth nothing. Nothing is refreshed, and
 * Notion sends null where it issues no refresh token. Twitch sends scopes as a list.
 */
function readableTokens(body: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(body)) return {};
  const { id_token: _idToken, refresh_token: _refreshToken, scope, ...tokens } = body;
  if (scope === undefined) return tokens;
  return { ...tokens, scope: Array.isArray(scope) ? scope.join(" ") : scope };
}

async function requestUserInfo(fetch: ProviderFetch, endpoint: URL): Promise<Claims> {
  const response = await fetch(endpoint.href);
  const claims: unknown = response.status === 200 ? await response.json() : null;
  if (isJsonObject(claims)) return claims;
  throw new ProviderFailure(
    "unable_to_get_user_info",
    `userinfo is no JSON object (status ${response.status})`,
  );
}

import type { ExternalIdentity, IdentityProvider, Trip } from "../ports/identity-provider.js";
import {
  authorizationUrl,
  clientOf,
  type Exchange,
  exchangeCode,
  loadLibrary,
  requestOptions,
} from "./code-exchange.js";
import { readProviderAddress } from "./provider-address.js";
import { ProviderFailure, stage, verdictOf } from "./provider-failure.js";
import {
  checkProfile,
  type Claims,
  grantedScopes,
  type ProviderProfile,
  readCommonProfile,
} from "./provider-profile.js";
import { type ProviderOptions, registerProvider } from "./provider-registration.js";

export interface OAuth2ProviderOptions extends ProviderOptions {
  readonly endpoints: {
    readonly authorization: string;
    readonly token: string;
    /** Tells, as JSON, whom an access token is about. */
    readonly userinfo: string;
  };
  /** Default: none are asked for. */
  readonly scopes?: readonly string[];
  /** Where the token endpoint looks for the client secret. Default: `client_secret_basic`, which all are meant to know. */
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post";
  /**
   * Finds the person in what the userinfo endpoint says. By default the subject is `sub` or `id`, the address `email`, vouched for by
   * `email_verified: true`; name and picture are `name` or `login`, and `picture` or `avatar_url`.
   */
  readonly readProfile?: (userinfo: Claims) => ProviderProfile;
}

/** A plain OAuth 2.0 provider, without discovery and id_token: authorization code, PKCE S256, userinfo. Throws a `RangeError` for options that cannot work. */
export function oauth2Provider(options: OAuth2ProviderOptions): IdentityProvider {
  const { endpoints, scopes = [], readProfile = readCommonProfile } = options;
  const registration = registerProvider(options);
  const address = (name: keyof typeof endpoints): URL =>
    readProviderAddress(`${options.id}: endpoints.${name}`, endpoints[name]);
  const [authorization, token, userinfo] = [
    address("authorization"),
    address("token"),
    address("userinfo"),
  ];
  const server = {
    // Nobody's name: such a provider has none, and what it says of one is not looked at.
    issuer: token.origin,
    token_endpoint: token.href,
    token_endpoint_auth_methods_supported: [options.clientAuthentication ?? "client_secret_basic"],
  };
  const insecure = [token, userinfo].some(({ protocol }) => protocol === "http:");
  const exchange = async (): Promise<Exchange> => ({
    library: await loadLibrary(),
    server,
    registration,
    insecure,
  });

  return {
    id: registration.id,
    name: registration.name,
    authorizationUrl: (trip) =>
      verdictOf(
        async () =>
          (
            await authorizationUrl({
              endpoint: authorization.href,
              clientId: registration.clientId,
              scopes,
              trip,
            })
          ).href,
      ),
    identify: (callback, trip) =>
      verdictOf(async () => {
        const { scope, accessToken } = await redeemCode(await exchange(), callback, trip);
        const told = await askUserInfo(await exchange(), userinfo, accessToken);
        const profile = await stage("unable_to_get_user_info", () =>
          checkProfile(readProfile(told)),
        );
        return { ...profile, scopes: grantedScopes(scope, scopes) } satisfies ExternalIdentity;
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
  trip: Trip,
): Promise<Tokens> {
  const answer = await exchangeCode(exchange, callback, trip);
  return stage("invalid_code", async () => {
    // Without an issuer to check it against, an id_token is worth nothing.
    const body = { ...((await answer.json()) as object), id_token: undefined };
    const { library, server, registration } = exchange;
    const plain = Response.json(body, { status: answer.status });
    const tokens = await library.processAuthorizationCodeResponse(
      server,
      clientOf(registration),
      plain,
    );
    return { accessToken: tokens.access_token, scope: tokens.scope };
  });
}

async function askUserInfo(
  exchange: Exchange,
  endpoint: URL,
  accessToken: string,
): Promise<Claims> {
  return stage("unable_to_get_user_info", async () => {
    const headers = new Headers({ accept: "application/json" });
    const answer = await exchange.library.protectedResourceRequest(
      accessToken,
      "GET",
      endpoint,
      headers,
      null,
      requestOptions(exchange),
    );
    const told: unknown = answer.status === 200 ? await answer.json() : null;
    if (typeof told === "object" && told !== null && !Array.isArray(told)) return told as Claims;
    throw new ProviderFailure(
      "unable_to_get_user_info",
      `userinfo is no JSON object (status ${answer.status})`,
    );
  });
}

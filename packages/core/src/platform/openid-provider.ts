import type * as oauth from "oauth4webapi";
import type {
  ExternalIdentity,
  IdentityProvider,
  ProviderFault,
  Trip,
} from "../ports/identity-provider.js";
import {
  authorizationUrl,
  clientOf,
  type Exchange,
  exchangeCode,
  loadLibrary,
  requestOptions,
} from "./code-exchange.js";
import { readMetadataAddress, readProviderAddress } from "./provider-address.js";
import { ProviderFailure, stage, verdictOf } from "./provider-failure.js";
import { type Claims, grantedScopes, readCommonProfile } from "./provider-profile.js";
import { type ProviderOptions, registerProvider } from "./provider-registration.js";

export interface OpenIdProviderOptions extends ProviderOptions {
  /** As the provider spells it. Its endpoints and keys are found from here (OpenID Connect Discovery). */
  readonly issuer: string;
  /** Default: `openid`, `email` and `profile`. `openid` is always asked for. */
  readonly scopes?: readonly string[];
}

/** Signatures only the provider can make. `none` and those keyed with the client secret are not among them. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** What a provider signs with when it does not say (OpenID Connect Core §15.1). */
const DEFAULT_ALGORITHM = "RS256";

/**
 * An OpenID Connect provider: authorization code, PKCE S256, nonce, and an id_token checked in full. Nothing is asked of it before it is first used.
 * Throws a `RangeError` for options that cannot work.
 */
export function openIdProvider({
  issuer,
  scopes = ["email", "profile"],
  ...options
}: OpenIdProviderOptions): IdentityProvider {
  const registration = registerProvider(options);
  const issuerUrl = readProviderAddress(`${options.id}: issuer`, issuer);
  if (issuerUrl.search !== "") throw new RangeError(`${options.id}: issuer must be without query`);
  const asked = [...new Set(["openid", ...scopes])];
  const insecure = issuerUrl.protocol === "http:";

  const exchange = once(async (): Promise<Exchange> => {
    const library = await loadLibrary();
    const unknown = { library, server: { issuer }, registration, insecure };
    return { ...unknown, server: await discover(unknown, issuerUrl) };
  });

  return {
    id: registration.id,
    name: registration.name,
    authorizationUrl: (trip) =>
      verdictOf(async () => {
        const { server } = await exchange();
        const endpoint = server.authorization_endpoint!;
        const url = await authorizationUrl({
          endpoint,
          clientId: registration.clientId,
          scopes: asked,
          trip,
        });
        url.searchParams.set("nonce", trip.nonce.reveal());
        return url.href;
      }),
    identify: (callback, trip) =>
      verdictOf(async () => identify(await exchange(), { callback, trip, asked })),
  };
}

/** Runs `work` when it is first needed, for all who wait at once, and keeps what came of it. A failure is not kept. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () =>
    (known ??= work().catch((failure: unknown) => {
      known = null;
      throw failure;
    }));
}

/** What the provider says of itself: what we use of it, once it is fit for use. */
async function discover(exchange: Exchange, issuer: URL): Promise<oauth.AuthorizationServer> {
  const { library } = exchange;
  const answer = await stage("provider_unavailable", () =>
    library.discoveryRequest(issuer, requestOptions(exchange)),
  );
  const isForeign = (failure: unknown): boolean =>
    (failure as { readonly code?: unknown }).code === library.JSON_ATTRIBUTE_COMPARISON;
  const told = await stage(
    (failure) => (isForeign(failure) ? "issuer_mismatch" : "provider_unavailable"),
    () => library.processDiscoveryResponse(issuer, answer),
  );
  const endpoint = (
    name: "authorization_endpoint" | "token_endpoint" | "jwks_uri" | "userinfo_endpoint",
  ): string => readMetadataAddress(name, told[name], issuer);
  const algorithms = [told.id_token_signing_alg_values_supported ?? DEFAULT_ALGORITHM].flat();
  return {
    issuer: told.issuer,
    authorization_endpoint: endpoint("authorization_endpoint"),
    token_endpoint: endpoint("token_endpoint"),
    jwks_uri: endpoint("jwks_uri"),
    ...(told.userinfo_endpoint !== undefined && {
      userinfo_endpoint: endpoint("userinfo_endpoint"),
    }),
    token_endpoint_auth_methods_supported: [
      told.token_endpoint_auth_methods_supported ?? [],
    ].flat(),
    id_token_signing_alg_values_supported: ALGORITHMS.filter((algorithm) =>
      algorithms.includes(algorithm),
    ),
    authorization_response_iss_parameter_supported:
      told.authorization_response_iss_parameter_supported === true,
  };
}

interface Return {
  readonly callback: Readonly<Record<string, string>>;
  readonly trip: Trip;
  readonly asked: readonly string[];
}

async function identify(
  exchange: Exchange,
  { callback, trip, asked }: Return,
): Promise<ExternalIdentity> {
  const { library } = exchange;
  checkIssuer(exchange, callback.iss);
  const answer = await exchangeCode(exchange, callback, trip);
  const { claims, accessToken, scope } = await readTokens(exchange, answer, trip.nonce.reveal());
  await stage("invalid_id_token", () =>
    library.validateApplicationLevelSignature(exchange.server, answer, requestOptions(exchange)),
  );

  const told =
    hasEmail(claims) || !exchange.server.userinfo_endpoint
      ? claims
      : await askUserInfo(exchange, accessToken, claims.sub);
  // An address and whether it is verified come from one place, or the one would vouch for another.
  const profile = readCommonProfile({
    name: claims.name,
    picture: claims.picture,
    ...told,
    sub: claims.sub,
  });
  return { ...profile, scopes: grantedScopes(scope, asked) };
}

const hasEmail = ({ email }: Claims): boolean => typeof email === "string" && email !== "";

/** Which provider answered, when it says so or promised to (RFC 9207 §2.4). */
function checkIssuer({ server }: Exchange, told: string | undefined): void {
  const owed = server.authorization_response_iss_parameter_supported === true;
  if (told === undefined ? owed : told !== server.issuer) {
    throw new ProviderFailure(
      "issuer_mismatch",
      told === undefined ? "the response names no issuer" : "the response names another issuer",
    );
  }
}

/** The token response with the claims of its id_token, all checked but the signature. */
async function readTokens(
  { library, server, registration }: Exchange,
  answer: Response,
  expectedNonce: string,
) {
  const copy = answer.clone();
  return stage(
    () => faultIn(copy),
    async () => {
      const tokens = await library.processAuthorizationCodeResponse(
        server,
        clientOf(registration),
        answer,
        { expectedNonce, requireIdToken: true },
      );
      return {
        claims: library.getValidatedIdTokenClaims(tokens)!,
        accessToken: tokens.access_token,
        scope: tokens.scope,
      };
    },
  );
}

/** The library refuses the response and the id_token in it alike: which one it was decides what people are told. */
async function faultIn(answer: Response): Promise<ProviderFault> {
  const body: unknown = answer.status === 200 ? await answer.json().catch(() => null) : null;
  const { access_token: accessToken } = (body ?? {}) as { readonly access_token?: unknown };
  return typeof accessToken === "string" ? "invalid_id_token" : "invalid_code";
}

/** Refused when it is about anybody but `subject` (OpenID Connect Core §5.3.2). */
async function askUserInfo(
  exchange: Exchange,
  accessToken: string,
  subject: string,
): Promise<Claims> {
  const { library, server, registration } = exchange;
  const client = clientOf(registration);
  return stage("unable_to_get_user_info", async () => {
    const answer = await library.userInfoRequest(
      server,
      client,
      accessToken,
      requestOptions(exchange),
    );
    return library.processUserInfoResponse(server, client, subject, answer);
  });
}

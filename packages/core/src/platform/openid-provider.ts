import type * as oauth from "oauth4webapi";
import { once } from "../kernel/once.js";
import type {
  AuthorizationRequest,
  ExternalIdentity,
  FormPost,
  IdentityProvider,
  ProviderFault,
} from "../ports/identity-provider.js";
import {
  authorizationUrl,
  clientOf,
  type Exchange,
  exchangeCode,
  loadLibrary,
  requestOptions,
} from "./code-exchange.js";
import { type EmailVoucher, voucherOf } from "./email-voucher.js";
import { isJsonObject } from "./json-object.js";
import { ProviderFailure, stage, verdictOf } from "./provider-failure.js";
import { checkProfile, type Claims, grantedScopes, readCommonProfile } from "./provider-profile.js";
import { type ProviderOptions, registerProvider } from "./provider-registration.js";
import { readMetadataUrl, readProviderUrl } from "./provider-url.js";
import {
  channelToKeys,
  checkTemplate,
  issuerIn,
  rememberTenants,
  tenantOf,
  verifyTenant,
} from "./tenant-issuer.js";

/** How `openIdProvider` reaches a provider. */
export interface OpenIdProviderOptions extends ProviderOptions {
  /**
   * The issuer, letter for letter as the provider spells it: an https URL without query (http for
   * loopback hosts only). Its endpoints and keys are found from here (OpenID Connect Discovery).
   */
  readonly issuer: string;
  /** Scopes to request. Default: `email` and `profile`. `openid` is always requested. */
  readonly scopes?: readonly string[];
  /**
   * For a provider with an issuer for each tenant: the issuer as its metadata names it, with
   * `{tenantid}` where the id of the tenant stands. The id_token must then name the issuer of its
   * own tenant, and the subject becomes `<tenant>/<subject>`. It has no effect when the metadata
   * names `issuer` itself. Default: none.
   */
  readonly tenantIssuer?: string;
  /**
   * Whether `email_verified` of this provider counts; a function tells it by the claims of the
   * user. At Google's issuer it counts for mailboxes that Google hosts only: `@gmail.com`, and
   * those of a Workspace, which the claim `hd` names. Default: true.
   */
  readonly vouchesForEmail?: boolean | ((claims: Claims) => boolean);
  /**
   * Returns the claims about the user as OpenID Connect spells them, for a provider that spells some
   * in another way. Default: as they come.
   */
  readonly readClaims?: (claims: Claims) => Claims;
  /**
   * The provider answers with a form that its page posts to the callback URL: `response_mode` is
   * `form_post`. Default: it redirects the browser there.
   */
  readonly formPost?: FormPost;
}

/**
 * Signatures that only the provider can make: neither `none` nor those keyed with the client
 * secret.
 */
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
/** What a provider signs with when its metadata does not say (OpenID Connect Core §15.1). */
const DEFAULT_ALGORITHM = "RS256";

/**
 * The provider's metadata, as far as it is used, with the endpoint that the library leaves
 * optional.
 */
interface Metadata extends oauth.AuthorizationServer {
  readonly authorization_endpoint: string;
}
type Discovered = Exchange & {
  readonly server: Metadata;
  /** Whether `server.issuer` is a template, which each tenant fills with its own id. */
  readonly hasTenants: boolean;
  /** The metadata as that of one tenant. */
  readonly serverOf: (issuer: string) => Metadata;
};

/**
 * Creates a provider that speaks OpenID Connect: authorization code, PKCE S256, nonce, and an
 * id_token that is checked in full. The provider is not contacted before it is first used. The
 * presets `GOOGLE`, `MICROSOFT`, `GITLAB`, `APPLE` and `SLACK` hold the options of these providers.
 *
 * @throws {RangeError} For options that cannot work.
 *
 * @example
 * const google = openIdProvider({
 *   ...GOOGLE,
 *   clientId: "1234.apps.googleusercontent.com",
 *   clientSecret: new Secret(googleSecret),
 * });
 * const acme = openIdProvider({
 *   id: "acme",
 *   name: "Acme",
 *   issuer: "https://id.acme.example",
 *   clientId: "web",
 *   clientSecret: new Secret(acmeSecret),
 * });
 * const auth = createAuth({ …, identityProviders: [google, acme] });
 */
export function openIdProvider({
  issuer,
  scopes = ["email", "profile"],
  tenantIssuer,
  vouchesForEmail = true,
  readClaims = (claims) => claims,
  formPost,
  ...options
}: OpenIdProviderOptions): IdentityProvider {
  const registration = registerProvider(options);
  const issuerUrl = readProviderUrl(`${options.id}: issuer`, issuer);
  if (issuerUrl.search !== "") throw new RangeError(`${options.id}: issuer must be without query`);
  if (tenantIssuer !== undefined) checkTemplate(options.id, tenantIssuer);
  const requestedScopes = [...new Set(["openid", ...scopes])];
  const insecure = issuerUrl.protocol === "http:";
  const vouches = voucherOf(issuer, vouchesForEmail);
  const exchange = once(async (): Promise<Discovered> => {
    const library = await loadLibrary();
    const undiscovered = { library, server: { issuer }, registration, insecure };
    const server = await discover(undiscovered, issuerUrl, tenantIssuer);
    const hasTenants = server.issuer === tenantIssuer;
    return { ...undiscovered, server, hasTenants, serverOf: rememberTenants(server) };
  });
  const { id, name } = registration;
  const mode = formPost && { response_mode: "form_post" };

  return {
    id,
    name,
    ...(formPost && { formPost }),
    authorizationUrl: (request) =>
      verdictOf(async () => {
        const { server } = await exchange();
        const endpoint = server.authorization_endpoint;
        const more = { ...mode, nonce: request.nonce.reveal() };
        return authorizationUrl({ endpoint, registration, scopes: requestedScopes, request, more });
      }),
    identify: (callback, request) =>
      verdictOf(async () =>
        identify(await exchange(), { callback, request, requestedScopes, vouches, readClaims }),
      ),
  };
}

/** Fetches the provider's metadata and returns what is used of it, once it is fit for use. */
async function discover(
  exchange: Exchange,
  issuer: URL,
  tenantIssuer: string | undefined,
): Promise<Metadata> {
  const { library } = exchange;
  const response = await stage("provider_unavailable", () =>
    library.discoveryRequest(issuer, requestOptions(exchange)),
  );
  const isForeign = (failure: unknown): boolean =>
    failure instanceof Error &&
    "code" in failure &&
    failure.code === library.JSON_ATTRIBUTE_COMPARISON;
  const metadata = await stage(
    (failure) => (isForeign(failure) ? "issuer_mismatch" : "provider_unavailable"),
    async () => {
      const hasTenants = tenantIssuer !== undefined && (await issuerOf(response)) === tenantIssuer;
      const expected = hasTenants ? new URL(tenantIssuer) : issuer;
      return library.processDiscoveryResponse(expected, response);
    },
  );
  const endpoint = (
    name: "authorization_endpoint" | "token_endpoint" | "jwks_uri" | "userinfo_endpoint",
  ): string => readMetadataUrl(name, metadata[name], issuer);
  const algorithms = [metadata.id_token_signing_alg_values_supported ?? DEFAULT_ALGORITHM].flat();
  return {
    issuer: metadata.issuer,
    authorization_endpoint: endpoint("authorization_endpoint"),
    token_endpoint: endpoint("token_endpoint"),
    jwks_uri: endpoint("jwks_uri"),
    ...(metadata.userinfo_endpoint !== undefined && {
      userinfo_endpoint: endpoint("userinfo_endpoint"),
    }),
    token_endpoint_auth_methods_supported: [
      metadata.token_endpoint_auth_methods_supported ?? [],
    ].flat(),
    id_token_signing_alg_values_supported: ALGORITHMS.filter((algorithm) =>
      algorithms.includes(algorithm),
    ),
    authorization_response_iss_parameter_supported:
      metadata.authorization_response_iss_parameter_supported === true,
  };
}

/**
 * Returns the issuer that a provider's metadata names, and leaves the response to be read once
 * more.
 */
async function issuerOf(response: Response): Promise<unknown> {
  const metadata: unknown = await response.clone().json();
  return isJsonObject(metadata) ? metadata["issuer"] : null;
}

interface IdentifyInput {
  readonly callback: Readonly<Record<string, string>>;
  readonly request: AuthorizationRequest;
  readonly requestedScopes: readonly string[];
  readonly vouches: EmailVoucher;
  readonly readClaims: (claims: Claims) => Claims;
}

async function identify(
  exchange: Discovered,
  { callback, request, requestedScopes, vouches, readClaims }: IdentifyInput,
): Promise<ExternalIdentity> {
  const { server, hasTenants, serverOf } = exchange;
  const { iss: named } = callback;
  checkIssuer(exchange, named);
  const response = await exchangeCode(
    { ...exchange, server: { ...server, issuer: named ?? server.issuer } },
    callback,
    request,
  );
  const issued = hasTenants
    ? { ...exchange, server: serverOf(await issuerIn(response, server.issuer)) }
    : exchange;
  const { claims, accessToken, scope } = await readTokens(issued, response, request.nonce.reveal());
  await verifySignature(issued, response, hasTenants ? server.issuer : null);
  const tenant = hasTenants ? verifyTenant(server.issuer, claims, named) : null;
  const described =
    hasEmail(claims) || !exchange.server.userinfo_endpoint
      ? claims
      : await requestUserInfo(exchange, accessToken, claims.sub);
  // An email address and whether it is verified come from one place, or the one would vouch for
  // another.
  const profile = readCommonProfile({
    name: claims.name,
    picture: claims.picture,
    ...readClaims(described),
    sub: claims.sub,
  });
  const subject = tenant === null ? profile.subject : `${tenant}/${profile.subject}`;
  return {
    ...checkProfile({ ...profile, subject }),
    emailVerified: profile.emailVerified && vouches({ ...claims, ...described }),
    scopes: grantedScopes(scope, requestedScopes),
  };
}

const hasEmail = ({ email }: Claims): boolean => typeof email === "string" && email !== "";

/**
 * Checks which provider answered, when the response says so or its metadata promised that it would
 * (RFC 9207 §2.4).
 */
function checkIssuer({ server, hasTenants }: Discovered, named: string | undefined): void {
  const promised = server.authorization_response_iss_parameter_supported === true;
  const isOurs = hasTenants ? tenantOf(server.issuer, named) !== null : named === server.issuer;
  if (named === undefined ? promised : !isOurs) {
    throw new ProviderFailure(
      "issuer_mismatch",
      named === undefined ? "the response names no issuer" : "the response names another issuer",
    );
  }
}

/**
 * Reads the token response and the claims of its id_token, and checks all of it but the signature.
 */
async function readTokens(
  { library, server, registration }: Exchange,
  response: Response,
  expectedNonce: string,
) {
  const copy = response.clone();
  return stage(
    () => faultIn(copy),
    async () => {
      const tokens = await library.processAuthorizationCodeResponse(
        server,
        clientOf(registration),
        response,
        { expectedNonce, requireIdToken: true },
      );
      const claims = library.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new ProviderFailure("invalid_id_token", "the response has no id_token");
      return { claims, accessToken: tokens.access_token, scope: tokens.scope };
    },
  );
}

/**
 * Verifies the signature of the id_token that was read from the response.
 * @param template that of the issuers of tenants, null where there are none
 */
function verifySignature(
  { library, server, registration, insecure }: Exchange,
  response: Response,
  template: string | null,
): Promise<void> {
  const call =
    template === null
      ? registration.call
      : channelToKeys(registration.call, template, server.issuer);
  const exchange = { library, server, registration: { ...registration, call }, insecure };
  return stage("invalid_id_token", () =>
    library.validateApplicationLevelSignature(server, response, requestOptions(exchange)),
  );
}

/**
 * The library refuses the response and the id_token in it alike: this tells which of the two it
 * was.
 */
async function faultIn(response: Response): Promise<ProviderFault> {
  const body: unknown = response.status === 200 ? await response.json().catch(() => null) : null;
  const hasAccessToken = isJsonObject(body) && typeof body["access_token"] === "string";
  return hasAccessToken ? "invalid_id_token" : "invalid_code";
}

/**
 * Returns the claims of the userinfo endpoint; refuses those about another user than `subject`
 * (OpenID Connect Core §5.3.2).
 */
async function requestUserInfo(
  exchange: Exchange,
  accessToken: string,
  subject: string,
): Promise<Claims> {
  const { library, server, registration } = exchange;
  const client = clientOf(registration);
  return stage("unable_to_get_user_info", async () => {
    const response = await library.userInfoRequest(
      server,
      client,
      accessToken,
      requestOptions(exchange),
    );
    return library.processUserInfoResponse(server, client, subject, response);
  });
}

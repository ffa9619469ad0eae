import type { BackChannel } from "./back-channel.js";
import { isJsonObject } from "./json-object.js";
import { ProviderFailure } from "./provider-failure.js";
import type { Claims } from "./provider-profile.js";

/** Stands for the id of a tenant in the template of an issuer. */
const PLACEHOLDER = "{tenantid}";
const TENANT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * How many tenants are remembered beside the metadata of their provider. The library keeps the keys
 * of each.
 */
const REMEMBERED_TENANTS = 100;

/** @throws {RangeError} Unless the template has the placeholder once. */
export function checkTemplate(id: string, template: string): void {
  if (template.split(PLACEHOLDER).length !== 2)
    throw new RangeError(`${id}: tenantIssuer must have ${PLACEHOLDER} once`);
}

/** Returns the tenant whose issuer it is; null for any other text. */
export function tenantOf(template: string, issuer: unknown): string | null {
  const [before = "", after = ""] = template.split(PLACEHOLDER);
  if (typeof issuer !== "string" || !issuer.startsWith(before) || !issuer.endsWith(after))
    return null;
  const tenant = issuer.slice(before.length, issuer.length - after.length);
  return TENANT_ID.test(tenant) ? tenant : null;
}

/**
 * Returns a function that gives the metadata of one tenant, the same object while it is remembered.
 */
export function rememberTenants<Metadata extends { readonly issuer: string }>(
  metadata: Metadata,
): (issuer: string) => Metadata {
  const tenants = new Map<string, Metadata>();
  return (issuer) => {
    const known = tenants.get(issuer) ?? { ...metadata, issuer };
    const [oldest] = tenants.keys();
    if (oldest !== undefined && tenants.size >= REMEMBERED_TENANTS) tenants.delete(oldest);
    tenants.set(issuer, known);
    return known;
  };
}

/**
 * Returns a channel to the keys of the provider that passes on those which are published for the
 * issuer of one tenant: a key names the issuer that it is for, or the template. A key that names
 * none counts for none.
 */
export function channelToKeys(call: BackChannel, template: string, issuer: string): BackChannel {
  const isOurs = (key: unknown): boolean =>
    isJsonObject(key) && (key["issuer"] === issuer || key["issuer"] === template);
  return async (url, request) => {
    const response = await call(url, request);
    const published: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const keys = isJsonObject(published) ? published["keys"] : null;
    // The library refuses what is no list of keys.
    if (!Array.isArray(keys)) return response;
    const { status, headers } = response;
    return new Response(JSON.stringify({ keys: keys.filter(isOurs) }), { status, headers });
  };
}

/**
 * Returns the issuer for which the id_token in a token response must be verified: the one that it
 * names, when it is a tenant's, else the template, for which none is valid. Nothing is verified
 * yet.
 */
export async function issuerIn(response: Response, template: string): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const idToken = isJsonObject(body) ? body["id_token"] : null;
  const payload = typeof idToken === "string" ? (idToken.split(".")[1] ?? "") : "";
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const issuer = isJsonObject(claims) ? claims["iss"] : null;
    return typeof issuer === "string" && tenantOf(template, issuer) !== null ? issuer : template;
  } catch {
    return template;
  }
}

/**
 * Returns the tenant that the verified claims of an id_token are from.
 *
 * @throws {ProviderFailure} `invalid_id_token` when issuer and `tid` name different tenants,
 *   `issuer_mismatch` when the callback named another issuer.
 */
export function verifyTenant(template: string, claims: Claims, named: string | undefined): string {
  const tenant = tenantOf(template, claims.iss);
  if (tenant === null || claims.tid !== tenant)
    throw new ProviderFailure("invalid_id_token", "issuer and tid name different tenants");
  if (named !== undefined && named !== claims.iss)
    throw new ProviderFailure("issuer_mismatch", "the response names another issuer");
  return tenant;
}

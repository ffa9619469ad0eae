import { isJsonObject } from "./json-object.js";
import { ProviderFailure } from "./provider-failure.js";
import type { Claims } from "./provider-profile.js";

/** Stands for the id of a tenant in the template of an issuer. */
const PLACEHOLDER = "{tenantid}";
const TENANT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
 * Returns the issuer for which the id_token in a token response must be verified: the one that it names, when it is a
 * tenant's, else the template, for which none is valid. Nothing is verified yet.
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
 * @throws {ProviderFailure} `invalid_id_token` when issuer and `tid` name different tenants, `issuer_mismatch` when the
 *   callback named another issuer.
 */
export function verifyTenant(template: string, claims: Claims, named: string | undefined): string {
  const tenant = tenantOf(template, claims.iss);
  if (tenant === null || claims.tid !== tenant)
    throw new ProviderFailure("invalid_id_token", "issuer and tid name different tenants");
  if (named !== undefined && named !== claims.iss)
    throw new ProviderFailure("issuer_mismatch", "the response names another issuer");
  return tenant;
}

import { POLICY } from "@acme/auth-core";
import { isLoopbackHost } from "@acme/auth-core/surface";
import type { Site } from "../kernel/site.js";

/**
 * The documents that the surface answers below `/.well-known/`. One is answered when something of it
 * is given; every other path there is left to the application.
 */
export interface WellKnown {
  /**
   * The https origins, besides that of the front end, whose pages may use the passkeys of this
   * service, as `/.well-known/webauthn` lists them (WebAuthn Level 3 §5.11). Give the same origins to
   * `createAuth`, in `relyingParty.origins`. Default: none.
   */
  readonly relatedOrigins?: readonly string[];
  /** The page on which users add a passkey, for `/.well-known/passkey-endpoints`. Default: none. */
  readonly passkeyEnrollUrl?: string;
  /** The page on which users see their passkeys, for the same document. Default: none. */
  readonly passkeyManageUrl?: string;
  /**
   * The page on which users change their password, to which `/.well-known/change-password` leads.
   * Default: none.
   */
  readonly changePasswordUrl?: string;
}

/** What the documents say; null for one that is not answered. */
export interface WellKnownDocuments {
  readonly origins: readonly string[] | null;
  readonly endpoints: { readonly enroll?: string; readonly manage?: string } | null;
  readonly changePassword: string | null;
}

/**
 * Checks what the documents are made of, and returns what they say.
 * @throws {TypeError} that names the option, for a URL that is not https, and for related origins
 * that are too many, repeated, or no origins with a name
 */
export function wellKnownDocuments(
  { relatedOrigins = [], passkeyEnrollUrl, passkeyManageUrl, changePasswordUrl }: WellKnown,
  { appUrl }: Pick<Site, "appUrl">,
): WellKnownDocuments {
  const origins = [
    new URL(appUrl).origin,
    ...relatedOrigins.map((text) => relatedOrigin(text).origin),
  ];
  if (relatedOrigins.length > POLICY.relatedOrigins.value)
    throw new TypeError(`relatedOrigins are at most ${POLICY.relatedOrigins.value}`);
  if (new Set(origins).size < origins.length)
    throw new TypeError("relatedOrigins repeat an origin, or that of the front end");
  const enroll = urlIn(passkeyEnrollUrl, "passkeyEnrollUrl");
  const manage = urlIn(passkeyManageUrl, "passkeyManageUrl");
  return {
    origins: relatedOrigins.length > 0 ? origins : null,
    endpoints:
      enroll || manage
        ? { ...(enroll && { enroll: enroll.href }), ...(manage && { manage: manage.href }) }
        : null,
    changePassword: urlIn(changePasswordUrl, "changePasswordUrl")?.href ?? null,
  };
}

/** Passkeys belong to names, so an IP address has none to share. Browsers know no wildcard. */
function relatedOrigin(text: string): URL {
  const url = safeUrl(text, "relatedOrigins");
  if (url.href !== `${url.origin}/` || !isName(url.hostname))
    throw new TypeError(
      "relatedOrigins must be origins with a host name: without path, query, fragment or IP address",
    );
  return url;
}

const isName = (host: string): boolean => !/^\[|^[\d.]+$|\*/.test(host);

const urlIn = (text: string | undefined, option: string): URL | null =>
  text === undefined ? null : safeUrl(text, option);

function safeUrl(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
  if (!url || !isSafe || url.username || url.password)
    throw new TypeError(`${option} must be https, except for this machine, and without user`);
  return url;
}

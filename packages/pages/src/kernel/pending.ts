import { type Auth, type PermissionId, Secret } from "@acme/auth-core";
import type { NamedSite } from "@acme/auth-http";
import { continuationCookieName, readCookie } from "@acme/auth-http/pages-host";
import type { FeatureParts } from "./feature.js";
import type { PageHost } from "./page-host.js";

/** What the cookies of withheld sign-ins are read with. */
export interface PendingHost {
  readonly auth: Auth<PermissionId>;
  readonly site: NamedSite;
  readonly features: readonly FeatureParts[];
}

/** Returns what reads the cookie of the gate whose withheld sign-in goes on at a page. */
export function createPending({ auth, site, features }: PendingHost): PageHost["pendingOf"] {
  const names = new Map(
    features.flatMap(({ name, feature }) => {
      const cookie = cookieOf(feature, auth);
      return cookie === null ? [] : [[name, continuationCookieName(cookie, site)] as const];
    }),
  );
  return ({ access, owner }, request) => {
    const name = access === "pending" && owner !== null ? names.get(owner) : undefined;
    const value = name === undefined ? null : readCookie(request.header("cookie"), name);
    return value === null ? null : new Secret(value);
  };
}

/** The cookie of the gate of a feature, without the prefix that it has over https; null for none. */
export const cookieOf = (
  feature: string | null,
  { events: { gates } }: Pick<Auth<PermissionId>, "events">,
): string | null => gates.find((gate) => gate.feature === feature)?.cookie ?? null;

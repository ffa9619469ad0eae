import { POLICY } from "@acme/auth-core";
import { getDomainWithoutSuffix } from "tldts";
import type { Draft, Finding } from "./findings.js";

const problem = (text: string): Finding => ({ severity: "problem", text });
const warning = (text: string): Finding => ({ severity: "warning", text });

const MAX_ORIGINS = POLICY.relatedOrigins.value;
const MAX_LABELS = POLICY.relatedOriginLabels.value;

/**
 * Returns what is wrong with the origins on whose pages passkeys may be used.
 * @param frontEnd the URL of the front end; null where it is not known
 */
export function relatedOriginFindings(
  { relatedOrigins, trustedOrigins, nodeEnv }: Draft,
  frontEnd: string | null,
): readonly Finding[] {
  if (!relatedOrigins) return [];
  const own = frontEnd === null ? [] : [new URL(frontEnd).origin];
  const all = [...own, ...relatedOrigins];
  const untrusted = relatedOrigins.filter((origin) => !(trustedOrigins ?? []).includes(origin));
  return [
    ...(relatedOrigins.length > MAX_ORIGINS
      ? [problem(`RELATED_ORIGINS must be at most ${MAX_ORIGINS} origins`)]
      : []),
    ...(new Set(all).size < all.length
      ? [problem("RELATED_ORIGINS must have each origin once, and not that of the front end")]
      : []),
    ...(new Set(all.map(labelOf)).size > MAX_LABELS
      ? [
          problem(
            `RELATED_ORIGINS must have at most ${MAX_LABELS} different names before the public suffix, that of the front end counted: browsers need not read further`,
          ),
        ]
      : []),
    ...(nodeEnv === "production" && relatedOrigins.some((origin) => origin.startsWith("http:"))
      ? [problem("RELATED_ORIGINS must be https in production")]
      : []),
    ...(untrusted.length > 0
      ? [
          warning(
            "RELATED_ORIGINS has an origin that TRUSTED_ORIGINS has not: its pages can use a passkey, and then cannot call the service",
          ),
        ]
      : []),
  ];
}

/** The name before the public suffix: what browsers count (WebAuthn Level 3 §5.11.1). */
export const labelOf = (origin: string): string => {
  const { hostname } = new URL(origin);
  return getDomainWithoutSuffix(hostname, { allowPrivateDomains: true }) || hostname;
};

import type { Claims } from "./provider-profile.js";

/**
 * Whether a provider's word on an email address counts, by the claims about its user.
 * `email_verified` must be true besides.
 */
export type EmailVoucher = (claims: Claims) => boolean;

/** Google's issuer, as its metadata spells it. */
export const GOOGLE_ISSUER = "https://accounts.google.com";

/**
 * Whether Google hosts the mailbox: it does for `@gmail.com`, and for the Workspace domain in `hd`.
 * Of any other email address, Google only knows that a person once read mail there.
 */
export const isHostedByGoogle: EmailVoucher = ({ email, hd }) =>
  (typeof hd === "string" && hd !== "") ||
  (typeof email === "string" && /^[^@]+@gmail\.com$/i.test(email));

/**
 * Returns when the word of an issuer counts. At Google's issuer the application can narrow that,
 * and not widen it.
 */
export function voucherOf(issuer: string, vouchesForEmail: boolean | EmailVoucher): EmailVoucher {
  const own: EmailVoucher =
    typeof vouchesForEmail === "function" ? vouchesForEmail : () => vouchesForEmail;
  return issuer === GOOGLE_ISSUER ? (claims) => own(claims) && isHostedByGoogle(claims) : own;
}

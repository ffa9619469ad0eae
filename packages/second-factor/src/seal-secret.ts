import type { UserId } from "@acme/auth-core";
import { TOTP_SECRET_BYTES } from "./limits.js";
import type { FactorWorld } from "./second-factor-env.js";
import type { TotpSecret } from "./totp-secret-store.js";

/** What a secret is sealed as: one that counts, or one that is being set up. */
type SealedAs = "totp" | "enrolment";

type World = Pick<FactorWorld, "random" | "sealer">;

/** Makes the secret of an authenticator app. */
export const mintTotpSecret = ({ random }: World): Uint8Array =>
  bytesOf(random.token(TOTP_SECRET_BYTES).reveal());

/** Seals a secret for its user. */
export const sealTotpSecret = (
  { sealer }: World,
  {
    secret,
    userId,
    as,
  }: { readonly secret: Uint8Array; readonly userId: UserId; readonly as: SealedAs },
): string => sealer.seal(`secondFactor/${as}`, Buffer.from(secret).toString("base64url"), userId);

/** Returns a secret; null when no configured key opens it. */
export function openTotpSecret(
  { sealer }: World,
  { sealedSecret, userId }: Pick<TotpSecret, "sealedSecret" | "userId">,
  as: SealedAs,
): Uint8Array | null {
  const opened = sealer.open(`secondFactor/${as}`, sealedSecret, userId);
  return opened === null ? null : bytesOf(opened);
}

/** Returns whether two sealed values were made with the same secret of the application. */
export const haveOneKey = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

/** Returns the id of the key with which secrets are sealed now. */
export const presentKey = ({ sealer }: Pick<World, "sealer">): string =>
  keyOf(sealer.seal("secondFactor/totp", "", ""));

const keyOf = (sealed: string): string => sealed.slice(0, sealed.indexOf("."));
const bytesOf = (base64url: string): Uint8Array => Buffer.from(base64url, "base64url");

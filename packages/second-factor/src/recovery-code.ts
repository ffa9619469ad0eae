import { Secret, type SecretHash, type UserId } from "@acme/auth-core";
import { CROCKFORD, toBase32 } from "./base32.js";
import { RECOVERY_CODE_BYTES } from "./limits.js";
import type { FactorWorld } from "./second-factor-env.js";

/** New recovery codes: as their user is shown them, and as they are stored. */
export interface MintedCodes {
  readonly codes: readonly Secret[];
  readonly hashes: readonly SecretHash[];
}

type World = Pick<FactorWorld, "random" | "digest" | "limits">;

/** Makes a set of recovery codes of a user. */
export function mintRecoveryCodes(world: World, userId: UserId): MintedCodes {
  const plain = Array.from({ length: world.limits.recoveryCodes }, () =>
    toBase32(Buffer.from(world.random.token(RECOVERY_CODE_BYTES).reveal(), "base64url"), CROCKFORD),
  );
  return {
    codes: plain.map((code) => new Secret(code.replaceAll(/(.{4})(?!$)/g, "$1-"))),
    hashes: plain.map((code) => hashRecoveryCode(world, userId, code)),
  };
}

/** Returns a recovery code that a person typed, in its one spelling; null when it is none. */
export function parseRecoveryCode(typed: string): string | null {
  const signs = typed.replaceAll(/[ -]/g, "");
  // Before the case: other letters than these have capitals that are, such as the long s.
  if (!/^[0-9A-TV-Za-tv-z]{24}$/.test(signs)) return null;
  return signs.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** Returns the form in which a code is stored: it is of no use to another user. */
export const hashRecoveryCode = (
  { digest }: Pick<World, "digest">,
  userId: UserId,
  code: string,
): SecretHash => digest.token(new Secret(`${userId}.${code}`));

import type { SecondFactor, StoredFactors } from "../second-factor-api.js";
import type { NamedUser } from "./command-call.js";

/** What a server gives to what is shown of one user. */
export interface Asked {
  readonly auth: { readonly secondFactor: Pick<SecondFactor, "factorsOf"> };
  readonly user: Pick<NamedUser, "id">;
}

/** What is shown of one user: fields for programs, and the same as text for people. */
export interface ShownOfUser {
  readonly json: object;
  readonly text: string;
}

/** Shows what second factors a user has, and a way back. */
export const showFactors = async ({ auth, user }: Asked): Promise<ShownOfUser | null> => {
  const factors = await auth.secondFactor.factorsOf(user.id);
  if (!factors) return null;
  const { since, totp, passkeys, recoveryCodes, recovery } = factors;
  return {
    json: { secondFactor: { since, totp, passkeys, recoveryCodes, recovery } },
    text: [sentenceOf(factors), ...wayBackOf(factors)].join("\n"),
  };
};

function sentenceOf({ since, totp, passkeys, recoveryCodes }: StoredFactors): string {
  const passkey = `passkeys that count as two: ${passkeys.countingAsTwo}`;
  if (!since) return `Second factor: none; ${passkey}`;
  const app = totp ? `authenticator app since ${totp.confirmedAt.toISOString()}` : "no app";
  const codes = `recovery codes left: ${recoveryCodes?.left ?? 0}`;
  return `Second factor since ${since.toISOString()}: ${[app, passkey, codes].join("; ")}`;
}

const wayBackOf = ({ recovery }: StoredFactors): readonly string[] =>
  recovery
    ? [
        `Way back begun at ${recovery.startedAt.toISOString()}: the mailbox alone opens the account from ${recovery.dueAt.toISOString()} until ${recovery.expiresAt.toISOString()}`,
      ]
    : [];

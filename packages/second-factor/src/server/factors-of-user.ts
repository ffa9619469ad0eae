import type { PastRecovery, SecondFactor, StoredFactors } from "../second-factor-api.js";
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

/** Shows what second factors a user has, and ways back. */
export const showFactors = async ({ auth, user }: Asked): Promise<ShownOfUser | null> => {
  const factors = await auth.secondFactor.factorsOf(user.id);
  if (!factors) return null;
  const { since, totp, passkeys, recoveryCodes, recovery, pastRecoveries } = factors;
  return {
    json: { secondFactor: { since, totp, passkeys, recoveryCodes, recovery, pastRecoveries } },
    text: [sentenceOf(factors), ...wayBackOf(factors), ...pastRecoveries.map(pastOf)].join("\n"),
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

const ENDS: Readonly<Record<PastRecovery["ended"], string>> = {
  link: "stopped by the link of a mail",
  session: "stopped in a session, or by a change of email address",
  proof: "stopped by a proof of the second factor",
  operator: "stopped by an operator",
  expired: "not completed in time",
};

const pastOf = ({ startedAt, endedAt, ended, ipAddress }: PastRecovery): string =>
  `Way back begun at ${startedAt.toISOString()}${ipAddress === null ? "" : ` from ${ipAddress}`}: ${ENDS[ended]}, at ${endedAt.toISOString()}`;

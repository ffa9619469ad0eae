import {
  AuthError,
  type Caller,
  type Client,
  isWithheld,
  type SecretHash,
  withheldRefusal,
} from "@acme/auth-core";
import { compareFactor } from "./compare-factor.js";
import { completePending } from "./complete-pending.js";
import { confirmEnrolment, findOwnEnrolment } from "./confirm-enrolment.js";
import { endRecovery } from "./end-recovery.js";
import { secondFactorErrors } from "./errors.js";
import { type FactorKind, RECOVERY_CODE, TOTP } from "./factor-kinds.js";
import { hashOfToken, lockPending } from "./pending-token.js";
import type { FactorAttempt, FactorProof, ProvenSession, Proving } from "./second-factor-api.js";
import type { FactorTx, FactorWorld, SecondFactorEnv } from "./second-factor-env.js";

/** A code of one kind, as a request gives it. */
interface Typed {
  readonly kind: FactorKind;
  readonly typed: string;
  readonly client: Client;
}

export function createProving(env: SecondFactorEnv): Proving {
  const { store, logger } = env;

  const verify =
    (kind: FactorKind): Proving["verifyTotp"] =>
    async ({ code, pending, caller }, client) => {
      const given = { kind, typed: code, client };
      const tokenHash = hashOfToken(env, pending);
      const outcome = await store.transaction((tx): Promise<AuthError | FactorProof> => {
        if (tokenHash) return proveInSignIn(tx, env, tokenHash, given);
        return proveInSession(tx, env, requireCaller(caller, client), given);
      });
      env.nudge("mail");
      if (outcome instanceof AuthError) {
        logger.warn("authn_login_fail", { method: kind.method, code: outcome.code });
        throw outcome;
      }
      const { id: userId } = outcome.during === "sign-in" ? outcome.signedIn.user : outcome.user;
      logger.info("second_factor_proved", { method: kind.method, during: outcome.during, userId });
      return outcome;
    };

  return { verifyTotp: verify(TOTP), verifyBackupCode: verify(RECOVERY_CODE) };
}

/**
 * Without a sign-in that waits, the session is what the proof is for.
 * @throws {AuthError} `UNAUTHORIZED` for a dead session, `INVALID_TWO_FACTOR_COOKIE` without one
 */
function requireCaller(caller: FactorAttempt["caller"], { sessionToken }: Client): Caller {
  if (caller) return caller;
  if (sessionToken) throw new AuthError("UNAUTHORIZED");
  throw new AuthError(secondFactorErrors.INVALID_TWO_FACTOR_COOKIE);
}

/**
 * Counting the try, comparing, giving it back and completing are one transaction under the user's
 * lock, which a wrong proof commits: no copy takes the try of the right one.
 */
async function proveInSignIn(
  tx: FactorTx,
  world: FactorWorld,
  tokenHash: SecretHash,
  { kind, typed, client }: Typed,
): Promise<AuthError | FactorProof> {
  const { pending, user } = await lockPending(tx, world, tokenHash);
  const refusal = await compareFactor(tx, world, {
    user,
    kind,
    typed,
    sessionId: null,
    first: pending.method,
    client,
    countTry: () => tx.pendingSignIns.spendTry(pending.id),
  });
  if (refusal) return refusal;
  const completed = await completePending(tx, world, { pending, user, client, by: kind.method });
  return isWithheld(completed) ? withheldRefusal(completed) : completed;
}

async function proveInSession(
  tx: FactorTx,
  world: FactorWorld,
  caller: Caller,
  { kind, typed, client }: Typed,
): Promise<AuthError | ProvenSession> {
  const user = await world.sessions.lockCaller(tx, caller);
  const enrolment = kind === TOTP ? await findOwnEnrolment(tx, world, caller) : null;
  if (enrolment) return confirmEnrolment(tx, world, { caller, user, enrolment, typed, client });
  if (!user.secondFactorSince) return new AuthError(kind.missing);
  const refusal = await compareFactor(tx, world, {
    user,
    kind,
    typed,
    sessionId: caller.session.id,
    first: caller.session.authenticatedBy,
    client,
  });
  if (refusal) return refusal;
  if (user.recoveryDueAt) await endRecovery(tx, world, { user, ended: "proof", client });
  const renewed = await world.sessions.renewSession(tx, caller, {
    user,
    client,
    factor: { method: kind.method, at: world.clock.now() },
    others: "stay",
  });
  return { ...renewed, during: "step-up", user: caller.user };
}

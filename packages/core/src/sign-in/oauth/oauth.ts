import type { Caller } from "../../account/session/caller-store.js";
import { endWithSessions } from "../../account/session/end-other-sessions.js";
import { measureSignIn } from "../../account/session/measure-sign-in.procedure.js";
import { isWithheld, openSession } from "../../account/session/open-session.js";
import type { FreshCaller } from "../../account/session/session.js";
import { withheldRefusal } from "../../account/session/withheld-refusal.js";
import { countSignInMethods } from "../../account/sign-in-method/count-sign-in-methods.js";
import { offeredMethods } from "../../account/sign-in-method/offered-methods.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { rehearseCreation } from "../../account/user/rehearse-creation.procedure.js";
import type { CheckedUser, LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import type { Continuation } from "../../kernel/continuation.js";
import { type ApplicationErrorCode, AuthError, isErrorCode } from "../../kernel/errors.js";
import type { LinkedAccountId } from "../../kernel/ids.js";
import { refusalOf } from "../../kernel/sign-up-rule.js";
import type { IdentityProvider } from "../../ports/identity-provider.js";
import type { Destinations } from "../../ports/links.js";
import type { WithheldByBase } from "../../store/authentication.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { resendVerification } from "../email-verification/resend-verification.procedure.js";
import { admitExternalIdentity } from "./admit-external-identity.js";
import { composeNewUser } from "./compose-new-user.procedure.js";
import { type ExternalSignIn, linkInSession } from "./link-account.js";
import type { LinkedAccount } from "./linked-account-store.js";
import type { OAuthFault } from "./oauth-fault.js";
import { type OAuthOutcome, outcomeOfSignIn } from "./oauth-outcome.js";
import { redeemCallback, type RedeemedCallback } from "./redeem-callback.procedure.js";
import { refuseLink } from "./refuse-link.procedure.js";
import { createFormRelay, type FormRelay } from "./relay-form.procedure.js";
import { startAuthorization, type StartedAuthorization } from "./start-authorization.procedure.js";

export type { StartedAuthorization };

/** What an authorization flow is started with. */
export interface OAuthInput {
  /** The `id` of a configured provider. */
  readonly providerId: string;
  /** Where the browser goes after the callback. */
  readonly destinations: Destinations;
}

/** Sign-in with external providers, and the accounts there that users have linked. */
export interface OAuth extends FormRelay {
  /**
   * Starts a sign-in: returns the provider's URL, to which the browser is sent.
   *
   * @returns The URL, and the `browser` whose token goes into the browser's cookie until the
   * callback.
   * @throws {AuthError} `SIGN_IN_METHOD_NOT_OFFERED`, `PROVIDER_NOT_FOUND`, `UNAVAILABLE` when the
   * provider cannot be reached.
   * @example
   * const { url, browser } = await auth.oauth.startSignIn(
   *   { providerId: "google", destinations: { callback: "/home", newUser: "/welcome", error: null } },
   *   client,
   * );
   */
  startSignIn(input: OAuthInput, client: Client): Promise<StartedAuthorization>;

  /**
   * Starts the linking of an account to the caller. It ends in `completeAuthorization` like a
   * sign-in, and only in the same session.
   *
   * @throws {AuthError} `SIGN_IN_METHOD_NOT_OFFERED`, `PROVIDER_NOT_FOUND`, `UNAVAILABLE` when the
   * provider cannot be reached.
   */
  startLinking(
    linkingUser: FreshCaller,
    input: OAuthInput,
    client: Client,
  ): Promise<StartedAuthorization>;

  /**
   * Completes a flow with what the provider sent to the callback URL: signs a user in, creating the
   * user where no user has the account or the email address, or links an account. The state is used
   * up, whatever comes of it: of many racing calls with one state exactly one goes on. Where the
   * application requires verified email addresses, a user whose email address is not verified gets
   * the verification link by mail, and the outcome is `email_not_verified`. Where the gate of a
   * feature withholds the sign-in, the outcome is its code.
   *
   * @param callback The query parameters of the callback URL, without those that were repeated.
   * @returns The outcome. Whatever the provider or the browser did wrong is a returned `reason` and
   * not thrown.
   */
  completeAuthorization(
    providerId: string,
    callback: Readonly<Record<string, string>>,
    client: Client,
  ): Promise<OAuthOutcome>;

  /** Returns the caller's linked accounts, oldest first. */
  list(caller: Caller): Promise<readonly LinkedAccount[]>;

  /**
   * Unlinks an account of the caller and tells them by mail.
   *
   * @throws {AuthError} `ACCOUNT_NOT_FOUND`, also for another user's account,
   * `FAILED_TO_UNLINK_LAST_ACCOUNT`
   */
  unlink(caller: FreshCaller, id: LinkedAccountId, client: Client): Promise<void>;
}

/** What a failure tells besides its reason: for the log, and for the browser. */
interface FailureDetail {
  readonly detail?: string;
  readonly continuation?: Continuation | null;
}

/** A refusal that was thrown. */
interface Refused {
  readonly ok: false;
  readonly reason: OAuthFault | ApplicationErrorCode;
  readonly continuation: Continuation | null;
}

type Succeeded = Extract<OAuthOutcome, { ok: true }>;
type Redeemed = Extract<RedeemedCallback, { ok: true }>;

/** What the front end receives instead of a session. */
const WITHHELD: Readonly<Record<WithheldByBase["withheld"], OAuthFault>> = {
  suspended: "account_suspended",
  unverified: "email_not_verified",
  "second-factor": "second_factor_required",
};

/** The browser is at the callback already: what was thrown becomes a redirect. */
function refusedBy(thrown: unknown): Refused {
  if (!AuthError.is(thrown)) throw thrown;
  const { code, continuation } = thrown;
  return { ok: false, reason: isErrorCode(code) ? "temporarily_unavailable" : code, continuation };
}

function requireProvider(
  providers: ReadonlyMap<string, IdentityProvider>,
  id: string,
): IdentityProvider {
  const provider = providers.get(id);
  if (!provider) throw new AuthError("PROVIDER_NOT_FOUND");
  return provider;
}

export function createOAuth(env: Env): OAuth {
  const { store, choices, identityProviders, logger } = env;
  const providers = new Map(identityProviders.map((provider) => [provider.id, provider]));

  async function startSignIn({ providerId, destinations }: OAuthInput, client: Client) {
    requireMethod(choices, "providers");
    const provider = requireProvider(providers, providerId);
    return startAuthorization(env, { provider, destinations, linkingUser: null }, client);
  }

  async function startLinking(
    linkingUser: FreshCaller,
    { providerId, destinations }: OAuthInput,
    client: Client,
  ) {
    requireMethod(choices, "providers");
    const provider = requireProvider(providers, providerId);
    return startAuthorization(env, { provider, destinations, linkingUser }, client);
  }

  async function completeAuthorization(
    providerId: string,
    parameters: Readonly<Record<string, string>>,
    client: Client,
  ): Promise<OAuthOutcome> {
    const failed = (
      reason: OAuthFault | ApplicationErrorCode,
      destinations: Destinations | null = null,
      { detail = reason, continuation = null }: FailureDetail = {},
    ): OAuthOutcome => {
      logger.warn("authn_login_fail", { method: "oauth", provider: providerId, reason, detail });
      return { ok: false, reason, destinations, ...(continuation && { continuation }) };
    };
    if (!choices.signInMethods.providers) return failed("sign_in_method_not_offered");
    const provider = providers.get(providerId);
    if (!provider) return failed("oauth_provider_not_found");
    const redeemed = await redeemCallback(env, provider, { parameters, client });
    const { destinations } = redeemed;
    if (!redeemed.ok) return failed(redeemed.reason, destinations, redeemed);

    const redirectTo = destinations?.callback ?? null;
    const signIn = { providerId, identity: redeemed.identity, client, redirectTo };
    const verdict = await conclude(redeemed, signIn).catch(refusedBy);
    env.nudge();
    if (typeof verdict === "string") return failed(verdict, destinations);
    if (!verdict.ok) return failed(verdict.reason, destinations, verdict);
    logger.info(verdict.signedIn ? "authn_login_success" : "account_linked", {
      method: "oauth",
      provider: providerId,
    });
    return verdict;
  }

  async function conclude(
    { linking, destinations }: Redeemed,
    signIn: ExternalSignIn,
  ): Promise<Succeeded | OAuthFault> {
    if (!linking) return signInOrRegister(signIn, destinations);
    const fault = await store.transaction((tx) => linkInSession(tx, env, { ...signIn, linking }));
    return fault ?? { ok: true, signedIn: null, isNew: false, destinations };
  }

  async function signInOrRegister(
    signIn: ExternalSignIn,
    destinations: Destinations,
  ): Promise<Succeeded | OAuthFault> {
    const { client, redirectTo } = signIn;
    const newUser = await composeNewUser(env, signIn);
    const outcome = await store.transaction(async (tx) => {
      const admission = await admitExternalIdentity(tx, env, { ...signIn, newUser });
      if (!admission.admitted) return admission.reason;
      const { user, isNew, withheld } = admission;
      const authentication = { user, method: "oauth", client, redirectTo } as const;
      const opened = withheld ?? (await openSession(tx, env, authentication));
      return { user, isNew, opened };
    });
    if (typeof outcome !== "string") {
      const { user, isNew, opened } = outcome;
      if (!isWithheld(opened)) return { ok: true, signedIn: opened, isNew, destinations };
      if (opened.withheld === "by-feature") throw withheldRefusal(opened);
      // The link of a new user was mailed with the creation.
      const { id: userId, email } = user;
      if (opened.withheld === "unverified" && !isNew)
        await resendVerification(env, { userId, email, redirectTo: null }, client);
      return WITHHELD[opened.withheld];
    }
    if (outcome !== "account_not_linked" || !newUser) return outcome;
    const refusal = await rehearseTaken(env, signIn, newUser.user);
    if (refusal) throw refusal;
    return refuseLink(env, { ...signIn, email: newUser.user.email });
  }

  const list = ({ user }: Caller) => store.linkedAccounts.listByUser(user.id);

  async function unlink({ user }: FreshCaller, id: LinkedAccountId, client: Client): Promise<void> {
    await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      const account = (await tx.linkedAccounts.listByUser(user.id)).find((each) => each.id === id);
      if (!locked || !account || !(await tx.linkedAccounts.delete(user.id, id)))
        throw new AuthError("ACCOUNT_NOT_FOUND");
      const offered = offeredMethods(env);
      if ((await countSignInMethods(tx, env, { offered, userId: user.id })) === 0)
        throw new AuthError("FAILED_TO_UNLINK_LAST_ACCOUNT");
      await endWithSessions(tx, env, locked);
      await tellUnlinked(tx, env, { user: locked, provider: account.providerId, client });
    });
    env.nudge();
    logger.info("account_unlinked", { userId: user.id });
  }

  const measured = measureCallbacks(env, completeAuthorization);
  const relaying = createFormRelay(env, providers);
  return { startSignIn, startLinking, completeAuthorization: measured, ...relaying, list, unlink };
}

/** An account that was unlinked from its user. */
interface UnlinkedAccount {
  readonly user: LockedUser;
  readonly provider: string;
  readonly client: Client;
}

/** Records that an account was unlinked, and tells its user by mail. */
async function tellUnlinked(
  tx: Tx,
  world: World,
  { user, provider, client }: UnlinkedAccount,
): Promise<void> {
  const event = "account.unlinked";
  await recordEvent(tx, world, { event, userId: user.id, client, detail: { provider } });
  const notice = { template: "account-unlinked", data: { provider } } as const;
  await enqueueNotice(tx, world, user, { ...notice, client, by: "session" });
}

/**
 * A subscriber may refuse the email address: that it is taken must not show in the answer then. Of
 * one that the rule refuses, no subscriber would have been asked.
 */
const rehearseTaken = async (
  env: Env,
  { identity }: ExternalSignIn,
  user: CheckedUser,
): Promise<Error | null> =>
  !identity.emailVerified && refusalOf(env.choices.signUp, user.email)
    ? null
    : rehearseCreation(env, { user, method: "oauth", isTaken: true });

const measureCallbacks = (env: Env, signIn: OAuth["completeAuthorization"]) =>
  measureSignIn(env, { method: "oauth", signIn, outcomeOf: outcomeOfSignIn });

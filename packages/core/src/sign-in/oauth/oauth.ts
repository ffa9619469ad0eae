import { recordEvent } from "../../background/audit-log/record-event.js";
import type { BrowserBinding } from "../browser/bind-browser.js";
import type { Client } from "../../kernel/client.js";
import { signVerification } from "../email-verification/enqueue-verification.js";
import { AuthError } from "../../kernel/errors.js";
import type { LinkedAccountId } from "../../kernel/ids.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Env } from "../../store/env.js";
import type { ExternalIdentity, IdentityProvider } from "../../ports/identity-provider.js";
import type { Destinations } from "../../ports/links.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Caller } from "../../account/session/caller-store.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import type { FreshCaller } from "../../account/session/session.js";
import { countSignInMethods } from "../../account/sign-in-method/count-sign-in-methods.js";
import { offeredMethods } from "../../account/sign-in-method/offered-methods.js";
import { composeUser } from "../../account/user/insert-user.js";
import {
  admitExternalIdentity,
  linkAccount,
  type ExternalNewcomer,
} from "./admit-external-identity.js";
import type { LinkedAccount } from "./linked-account-store.js";
import { profileOf } from "./profile-of-identity.js";
import { arrive, depart, type Arrival } from "./take-trip.js";
import { refusalOf, type OAuthFault } from "./trip.js";

export interface OAuthRequest {
  readonly providerId: string;
  readonly destinations: Destinations;
}

/** What came of a trip to a provider. `signedIn` is null where an account was linked. */
export type OAuthOutcome =
  | {
      readonly ok: true;
      readonly signedIn: SignedIn | null;
      readonly isNew: boolean;
      readonly destinations: Destinations;
    }
  | {
      readonly ok: false;
      readonly because: OAuthFault;
      readonly destinations: Destinations | null;
    };

type Verdict = Exclude<OAuthOutcome, { ok: false }> | OAuthFault;

interface Back extends Arrival {
  readonly provider: IdentityProvider;
  readonly identity: ExternalIdentity;
  readonly client: Client;
}

export type OAuth = ReturnType<typeof createOAuth>;

export function createOAuth(env: Env) {
  const { store, clock, identityProviders, logger } = env;
  const providers = new Map(identityProviders.map((provider) => [provider.id, provider]));

  function providerNamed(id: string): IdentityProvider {
    const provider = providers.get(id);
    if (!provider) throw new AuthError("PROVIDER_NOT_FOUND");
    return provider;
  }

  /** Sends a browser to a provider to sign in. Throws `PROVIDER_NOT_FOUND`, and `UNAVAILABLE` when the provider is out of reach. */
  async function signIn(
    { providerId, destinations }: OAuthRequest,
    client: Client,
  ): Promise<{ readonly url: string; readonly browser: BrowserBinding }> {
    return depart(env, { provider: providerNamed(providerId), destinations, linker: null }, client);
  }

  /** Sends the caller's browser to a provider to link an account there to the caller. Throws like `signIn`. */
  async function link(
    linker: FreshCaller,
    { providerId, destinations }: OAuthRequest,
    client: Client,
  ): Promise<{ readonly url: string; readonly browser: BrowserBinding }> {
    return depart(env, { provider: providerNamed(providerId), destinations, linker }, client);
  }

  /** What the browser brings back from a provider comes to. The state is used up whatever that is; of many racing calls with one state one goes on. */
  async function finish(
    providerId: string,
    callback: Readonly<Record<string, string>>,
    client: Client,
  ): Promise<OAuthOutcome> {
    const failed = (
      because: OAuthFault,
      destinations: Destinations | null = null,
      detail: string = because,
    ): OAuthOutcome => {
      logger.warn("authn_login_fail", { method: "oauth", provider: providerId, because, detail });
      return { ok: false, because, destinations };
    };
    const provider = providers.get(providerId);
    if (!provider) return failed("oauth_provider_not_found");
    const arrival = await arrive(env, provider, { state: callback["state"] ?? "", client });
    if (!arrival) return failed("state_mismatch");
    const { trip, destinations } = arrival;
    if (callback["error"] !== undefined) return failed(refusalOf(callback["error"]), destinations);
    const identified = await provider.identify(callback, trip);
    if (!identified.ok) return failed(identified.because, destinations, identified.detail);

    const back: Back = { ...arrival, provider, identity: identified.value, client };
    const finishing = arrival.linking ? finishLinking(back) : finishSignIn(back);
    // The browser is on its way already: it is told where it wanted to go.
    const verdict = await finishing.catch((thrown: unknown): Verdict => {
      if (AuthError.is(thrown)) return "temporarily_unavailable";
      throw thrown;
    });
    env.nudge();
    if (typeof verdict === "string") return failed(verdict, destinations);
    logger.info(verdict.signedIn ? "authn_login_success" : "account_linked", {
      method: "oauth",
      provider: providerId,
    });
    return verdict;
  }

  async function finishSignIn({
    provider,
    identity,
    client,
    destinations,
  }: Back): Promise<Verdict> {
    const newcomer = await composeNewcomer(provider, identity, client);
    return store.transaction(async (tx) => {
      const admission = await admitExternalIdentity(tx, env, {
        providerId: provider.id,
        identity,
        client,
        newcomer,
      });
      if (!admission.admitted) return admission.because;
      const { user, isNew } = admission;
      const signedIn = await openSession(tx, env, { user, method: "oauth", client });
      return { ok: true, signedIn, isNew, destinations };
    });
  }

  /** Prepared before the transaction, because signing waits for another thread. Null when the provider tells no address that we could use. */
  async function composeNewcomer(
    provider: IdentityProvider,
    identity: ExternalIdentity,
    client: Client,
  ): Promise<ExternalNewcomer | null> {
    const { email, name, image } = profileOf(identity);
    if (!email) return null;
    const user = composeUser(env, { email, emailVerified: identity.emailVerified, name, image });
    // Nobody is created for an account that is linked already, nor mailed.
    if (identity.emailVerified || (await store.linkedAccounts.find(provider.id, identity.subject)))
      return { user, verification: null };
    const { spent } = await spendMailBudget(store.counters, env, {
      email,
      purpose: "email-verification",
      client,
    });
    const link = await signVerification(env, { userId: user.id, email, redirectTo: null });
    return { user, verification: { link, wanted: spent } };
  }

  /** Only the session that set out may bring an account home. */
  async function finishLinking({
    provider,
    identity,
    client,
    destinations,
    linking,
  }: Back): Promise<Verdict> {
    return store.transaction(async (tx) => {
      const user = await tx.users.lock(linking!.userId);
      const session =
        client.sessionToken &&
        (await tx.sessions.findLive(env.digest.token(client.sessionToken), clock.now()));
      if (!user || session?.userId !== user.id || session.id !== linking!.sessionId)
        return "unable_to_link_account";
      const existing = await tx.linkedAccounts.find(provider.id, identity.subject);
      if (existing && existing.userId !== user.id)
        return "account_already_linked_to_different_user";
      if (
        !existing &&
        !(await linkAccount(tx, env, { providerId: provider.id, identity, user, client }))
      )
        return "account_already_linked_to_different_user";
      if (!existing) await enqueueNotice(tx, env, user, "account-linked");
      return { ok: true, signedIn: null, isNew: false, destinations };
    });
  }

  const list = ({ user }: Caller): Promise<readonly LinkedAccount[]> =>
    store.linkedAccounts.listByUser(user.id);

  /** Throws `ACCOUNT_NOT_FOUND`, for somebody else's too, and `FAILED_TO_UNLINK_LAST_ACCOUNT`. */
  async function unlink({ user }: FreshCaller, id: LinkedAccountId, client: Client): Promise<void> {
    await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      const account = (await tx.linkedAccounts.listByUser(user.id)).find((each) => each.id === id);
      if (!locked || !account || !(await tx.linkedAccounts.delete(user.id, id)))
        throw new AuthError("ACCOUNT_NOT_FOUND");
      if ((await countSignInMethods(tx, offeredMethods(env), user.id)) === 0)
        throw new AuthError("FAILED_TO_UNLINK_LAST_ACCOUNT");
      await recordEvent(tx, env, {
        event: "account.unlinked",
        userId: user.id,
        client,
        detail: { provider: account.providerId },
      });
      await enqueueNotice(tx, env, locked, "account-unlinked");
    });
    env.nudge();
    logger.info("account_unlinked", { userId: user.id });
  }

  return { signIn, link, finish, list, unlink };
}

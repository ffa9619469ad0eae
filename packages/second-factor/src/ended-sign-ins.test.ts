import { type LinkedAccountId, Secret, toId } from "@acme/auth-core";
import { asProven } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  ENGINES,
  type EnrolledPerson,
  openWorld,
  PASSWORD,
  type World,
} from "../test/worlds.js";
import { somePending } from "./testing/factor-samples.js";

const NEXT = new Secret("another horse battery");
const OPERATOR = { operator: "jane: asked" };

/** What ends the sign-ins of a user that wait. */
const ENDS: Readonly<Record<string, (world: World, ada: EnrolledPerson) => Promise<unknown>>> = {
  "a change of the password": ({ auth }, { caller, client }) =>
    auth.passwords.change(caller, { current: PASSWORD, next: NEXT }, client),
  "a reset of the password": async ({ auth, inbox }, { email, client }) => {
    await auth.passwordReset.requestLink(email, null, client);
    await auth.worker.runDue();
    const token = new Secret(new URL(inbox.linkFor(email)).searchParams.get("token") ?? "");
    await auth.passwordReset.byLink({ token, next: NEXT }, client);
  },
  "the end of the other sessions": ({ auth }, { caller, client }) =>
    auth.sessions.revokeOthers(caller, client),
  "the end of all sessions": ({ auth }, { caller, client }) =>
    auth.sessions.revokeAll(caller.user.id, client),
  "the end of all sessions by an operator": ({ auth }, { caller }) =>
    auth.users.endSessions(caller.user.id, OPERATOR),
  "new recovery codes": ({ auth }, { caller, client }) =>
    auth.secondFactor.generateBackupCodes(caller, { password: PASSWORD }, client),
  "the end of the second factor": ({ auth }, { caller, client }) =>
    auth.secondFactor.disable(caller, { password: PASSWORD }, client),
  "the removal of a passkey": async (world, ada) => {
    const { passkey } = await world.addPasskey(ada);
    await world.auth.passkeys.remove(ada.caller, passkey.id, ada.client);
  },
  "an unlinked account": async ({ auth, store, clock }, { email, caller, client }) => {
    const [id, now] = [toId<LinkedAccountId>(`account of ${email}`), clock.now()];
    const account = { id, userId: caller.user.id, providerId: "idp", subject: email, scopes: [] };
    await store.linkedAccounts.insertUnlessTaken({ ...account, createdAt: now, updatedAt: now });
    await auth.oauth.unlink(caller, id, client);
  },
  "a changed email address": async ({ auth, inbox }, { email, caller, client }) => {
    const to = email.replace("person", "moved") as typeof email;
    await auth.emailChange.request(caller, { to, redirectTo: null }, client);
    await auth.worker.runDue();
    const token = new Secret(new URL(inbox.linkFor(to)).searchParams.get("token") ?? "");
    await auth.emailChange.confirm(token, client);
  },
};

describe.each(keysOf(ENGINES))("of an enrolled user, on %s,", (engine) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  it.each(Object.entries(ENDS))("%s ends the sign-ins that wait", async (_what, end) => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const pending = await world.withheld(ada, ada.client);
    await end(world, ada);
    const attempt = { code: ada.app.codeAt(clock.now()), pending, caller: null };
    expect(await codeOf(auth.secondFactor.verifyTotp(attempt, ada.client))).toBe(
      "INVALID_TWO_FACTOR_COOKIE",
    );
  });

  it("a suspension spends them, and says so", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const pending = await world.withheld(ada, ada.client);
    const attempt = { code: ada.app.codeAt(clock.now()), pending, caller: null };
    const verify = () => codeOf(auth.secondFactor.verifyTotp(attempt, ada.client));
    const look = () => codeOf(auth.secondFactor.findPending(pending));
    await auth.users.suspend(ada.caller.user.id, OPERATOR);
    expect([await look(), await verify()]).toEqual(["ACCOUNT_SUSPENDED", "ACCOUNT_SUSPENDED"]);
    await auth.users.reinstate(ada.caller.user.id, OPERATOR);
    expect(await look()).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect(await verify()).toBe("TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
  });

  it("an operator removes factors and sessions, and the user is told", async () => {
    const { auth, store, clock } = world;
    const ada = await world.enrolled();
    const { id } = ada.caller.user;
    await world.addPasskey(ada);
    expect(await codeOf(auth.secondFactor.resetFactors(id, { operator: " " }))).toBe(
      "VALIDATION_ERROR",
    );
    expect(await auth.secondFactor.resetFactors(id, { ...OPERATOR, passkeys: true })).toBe(true);
    expect(await world.sessionsOf(ada)).toEqual([]);
    expect(await store.passkeys.countByUser(id)).toBe(0);
    const signIn = { email: ada.email, password: PASSWORD, redirectTo: null };
    expect(await codeOf(auth.passwords.signIn(signIn, ada.client))).toBeNull();
    expect((await world.subjects(ada)).at(-1)).toContain("is off");
    const page = await store.audit.listRecords(id, null, 100);
    expect(page).toContainEqual(
      expect.objectContaining({
        event: "second_factor.disabled",
        at: clock.now(),
        operator: OPERATOR.operator,
        detail: { because: "operator" },
      }),
    );
  });

  it("an operator who finds nothing to remove changes nothing, and no one is told", async () => {
    const { auth, store } = world;
    const bob = await world.member();
    const { id } = bob.caller.user;
    await world.addPasskey(bob);
    const told = await world.subjects(bob);
    const recorded = await store.audit.listRecords(id, null, 100);
    const open = await world.sessionsOf(bob);
    expect(await auth.secondFactor.resetFactors(id, OPERATOR)).toBe(false);
    expect(await world.sessionsOf(bob)).toEqual(open);
    expect(await world.subjects(bob)).toEqual(told);
    expect(await store.audit.listRecords(id, null, 100)).toEqual(recorded);
    expect(await store.passkeys.countByUser(id)).toBe(1);
    expect(await auth.secondFactor.resetFactors(id, { ...OPERATOR, passkeys: true })).toBe(true);
    expect(await world.sessionsOf(bob)).toEqual([]);
    expect(await auth.secondFactor.resetFactors(id, { ...OPERATOR, passkeys: true })).toBe(false);
  });

  it("an app that is being set up is removed by an operator, with the session", async () => {
    const { auth, store } = world;
    const bob = await world.member();
    const { id } = bob.caller.user;
    const input = { method: "totp", replace: false, password: PASSWORD } as const;
    await auth.secondFactor.enable(bob.caller, input, bob.client);
    expect(await auth.secondFactor.resetFactors(id, OPERATOR)).toBe(true);
    expect(await store.totpEnrolments.find(id)).toBeNull();
    expect(await world.sessionsOf(bob)).toEqual([]);
  });

  it("a reset of the password removes no factor", async () => {
    const ada = await world.enrolled();
    await ENDS["a reset of the password"]!(world, ada);
    const signIn = { email: ada.email, password: NEXT, redirectTo: null };
    expect(await codeOf(world.auth.passwords.signIn(signIn, ada.client))).toBe(
      "SECOND_FACTOR_REQUIRED",
    );
  });

  it("a sign-in beyond the limit ends the oldest that waits", async () => {
    const { auth, clock, store } = world;
    const ada = await world.enrolled();
    const { user } = ada.caller;
    const first = await world.withheld(ada, ada.client);
    clock.advance(1);
    for (let one = 0; one < 99; one++)
      await store.pendingSignIns.insert(
        somePending(`${ada.email} ${one}`, { userId: user.id, createdAt: clock.now() }),
      );
    expect(await codeOf(auth.secondFactor.findPending(first))).toBeNull();
    const last = await world.withheld(ada, ada.client);
    expect(await codeOf(auth.secondFactor.findPending(first))).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect(await codeOf(auth.secondFactor.findPending(last))).toBeNull();
  });

  it("a session without a second proof is none, however it came to be", async () => {
    const { store, clock, identify } = world;
    const ada = await world.enrolled();
    const [own] = await world.sessionsOf(ada);
    await store.sessions.renew(
      own!.id,
      own!.tokenHash,
      asProven({ ...own!, secondFactorAt: null, lastSeenAt: clock.now() }),
    );
    expect(await identify(ada.token)).toBeNull();
  });

  it("nothing is left once the account is erased", async () => {
    const { store, auth } = world;
    const ada = await world.enrolled();
    const { id } = ada.caller.user;
    const pending = await world.withheld(ada, ada.client);
    await store.users.delete(id);
    expect(await store.totpSecrets.find(id)).toBeNull();
    expect(await store.recoveryCodes.findSet(id)).toBeNull();
    expect(await codeOf(auth.secondFactor.findPending(pending))).toBe("INVALID_TWO_FACTOR_COOKIE");
  });
});

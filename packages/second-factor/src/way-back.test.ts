import { Secret } from "@acme/auth-core";
import { DAY, HOUR } from "@acme/auth-core/surface";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  cookieOf,
  ENGINES,
  type EnrolledPerson,
  openWorld,
  PASSWORD,
  refusalOf,
  type World,
} from "../test/worlds.js";

const OPERATOR = { operator: "jane: asked" };

describe.each(keysOf(ENGINES))("the way back, on %s,", (engine) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  const byLink = (ada: EnrolledPerson) => cookieOf(world.openLink(ada));
  const begin = async (ada: EnrolledPerson) => {
    const pending = await byLink(ada);
    return { pending, times: await world.auth.secondFactor.startRecovery(pending, ada.client) };
  };
  const isUnderWay = async ({ caller }: EnrolledPerson) =>
    (await world.auth.secondFactor.findRecovery(caller)) !== null;
  const vetoTokenFor = async ({ email }: EnrolledPerson) => {
    await world.auth.worker.runDue();
    return new Secret(new URL(world.inbox.linkFor(email)).searchParams.get("token") ?? "");
  };

  it("waits three days, takes two proofs of the mailbox, and leaves nothing else", async () => {
    const { auth, clock, store } = world;
    const ada = await world.enrolled();
    await world.addPasskey(ada);
    const complete = (token: Secret) => auth.secondFactor.completeRecovery(token, ada.client);
    const { pending, times } = await begin(ada);
    const now = clock.now().getTime();
    expect(times).toEqual({
      dueAt: new Date(now + 3 * DAY),
      expiresAt: new Date(now + 10 * DAY),
    });
    expect(await auth.secondFactor.findPending(pending)).toMatchObject({ recovery: times });
    expect(await auth.secondFactor.startRecovery(pending, ada.client)).toEqual(times);
    expect(await codeOf(complete(pending))).toBe("RECOVERY_NOT_DUE");
    clock.advance(3 * DAY - 1);
    const early = await byLink(ada);
    clock.advance(1);
    expect(await codeOf(complete(early))).toBe("RECOVERY_NOT_DUE");
    const byPassword = await world.withheld(ada, ada.client);
    expect(await codeOf(complete(byPassword))).toBe("MAILBOX_PROOF_REQUIRED");
    const due = await byLink(ada);
    const { signedIn } = await complete(due);
    expect(signedIn.session).toMatchObject({ methods: "magic-link", secondFactorAt: null });
    const caller = await world.callerOf(signedIn.token);
    expect(caller.secondFactor).toEqual({ since: null, recoveryDueAt: null });
    expect(await world.sessionsOf(ada)).toHaveLength(1);
    expect(await auth.secondFactor.factors(caller)).toMatchObject({
      enabled: false,
      totp: null,
      recoveryCodes: null,
      passkeys: { count: 0 },
    });
    expect(await store.passwords.find(caller.user.id)).toBeNull();
    expect(caller.user.reclaimedAt).toBeNull();
    expect(await world.subjects(ada)).toContain("Your account at Acme was recovered");
  });

  it("is told of at once, every day, when it is due and before it ends", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const told = async () =>
      (await world.subjects(ada)).filter((subject) => subject.includes("without a second step"));
    await begin(ada);
    expect(await told()).toHaveLength(1);
    const counts = [];
    for (let day = 1; day <= 10; day++) {
      clock.advance(DAY);
      await auth.worker.runDue();
      counts.push((await told()).length);
    }
    expect(counts).toEqual([2, 3, 4, 4, 4, 4, 4, 4, 5, 5]);
    expect(await isUnderWay(ada)).toBe(false);
    const again = await byLink(ada);
    expect(await codeOf(auth.secondFactor.completeRecovery(again, ada.client))).toBe(
      "RECOVERY_NOT_PENDING",
    );
  });

  it("is stopped by the link of its mail, once and for a week", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const inspect = (link: Secret) => auth.secondFactor.inspectVeto(link);
    const veto = (link: Secret) => auth.secondFactor.vetoByLink(link, ada.client);
    const { pending } = await begin(ada);
    const token = await vetoTokenFor(ada);
    expect(await inspect(token)).toMatchObject({ startedAt: clock.now(), stoppedAt: null });
    expect(await isUnderWay(ada)).toBe(true);
    await Promise.all(Array.from({ length: 50 }, () => veto(token)));
    await veto(token);
    expect(await inspect(token)).toMatchObject({ stoppedAt: clock.now() });
    expect(await isUnderWay(ada)).toBe(false);
    expect(await codeOf(auth.secondFactor.findPending(pending))).toBe("INVALID_TWO_FACTOR_COOKIE");
    const stopped = (await world.subjects(ada)).filter((text) => text.startsWith("Stopped"));
    expect(stopped).toHaveLength(1);
    const again = await byLink(ada);
    expect(await refusalOf(auth.secondFactor.startRecovery(again, ada.client))).toMatchObject({
      code: "RECOVERY_VETOED",
      retryAt: new Date(clock.now().getTime() + 7 * DAY),
    });
    expect(await codeOf(inspect(new Secret("forged")))).toBe("INVALID_TOKEN");
  });

  it.each<[string, (ada: EnrolledPerson) => Promise<unknown>]>([
    [
      "a second proof that completes a sign-in",
      async (ada) => {
        const pending = await world.withheld(ada, ada.client);
        const attempt = { code: ada.app.codeAt(world.clock.now()), pending, caller: null };
        await world.auth.secondFactor.verifyTotp(attempt, ada.client);
      },
    ],
    [
      "a step-up",
      ({ app, caller, client }) =>
        world.auth.secondFactor.verifyTotp(
          { code: app.codeAt(world.clock.now()), pending: null, caller },
          client,
        ),
    ],
    [
      "a live session",
      ({ caller, client }) => world.auth.secondFactor.vetoRecovery(caller, client),
    ],
    ["a suspension", ({ caller }) => world.auth.users.suspend(caller.user.id, OPERATOR)],
    [
      "the end of the second factor",
      ({ caller, client }) =>
        world.auth.secondFactor.disable(caller, { password: PASSWORD }, client),
    ],
  ])("is stopped by %s", async (_what, stop) => {
    const ada = await world.enrolled();
    await begin(ada);
    await stop(ada);
    expect(await isUnderWay(ada)).toBe(false);
    const user = await world.store.users.findById(ada.caller.user.id);
    expect(user).toMatchObject({ recoveryDueAt: null });
  });

  it("is stopped by a passkey that counts as two", async () => {
    const ada = await world.enrolled();
    const { use } = await world.addPasskey(ada);
    await begin(ada);
    await use();
    expect(await isUnderWay(ada)).toBe(false);
    expect(await codeOf(world.auth.secondFactor.vetoRecovery(ada.caller, ada.client))).toBe(
      "RECOVERY_NOT_PENDING",
    );
  });

  it("that was stopped is known to operators for thirty days, and so is its link", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const past = async () =>
      (await auth.secondFactor.factorsOf(ada.caller.user.id))?.pastRecoveries;
    await begin(ada);
    const token = await vetoTokenFor(ada);
    expect(await past()).toEqual([]);
    const startedAt = clock.now();
    clock.advance(HOUR);
    await auth.secondFactor.vetoByLink(token, ada.client);
    const { ipAddress, userAgent } = ada.client;
    const stopped = { startedAt, endedAt: clock.now(), ended: "link", ipAddress, userAgent };
    clock.advance(30 * DAY - 1);
    expect(await past()).toEqual([stopped]);
    expect(await auth.secondFactor.inspectVeto(token)).toMatchObject({
      stoppedAt: stopped.endedAt,
    });
    clock.advance(1);
    expect(await past()).toEqual([]);
    expect(await codeOf(auth.secondFactor.inspectVeto(token))).toBe("TOKEN_EXPIRED");
  });

  it("is not begun by a sign-in that has not shown the mailbox, nor without one", async () => {
    const { auth } = world;
    const ada = await world.enrolled();
    const pending = await world.withheld(ada, ada.client);
    const start = (token: Secret | null) =>
      codeOf(auth.secondFactor.startRecovery(token, ada.client));
    expect(await start(pending)).toBe("MAILBOX_PROOF_REQUIRED");
    expect(await start(null)).toBe("INVALID_TWO_FACTOR_COOKIE");
  });

  it("is begun three times in thirty days", async () => {
    const { clock } = world;
    const ada = await world.enrolled();
    for (let time = 0; time < 2; time++) {
      await begin(ada);
      clock.advance(10 * DAY);
    }
    await begin(ada);
    clock.advance(10 * DAY - HOUR);
    expect(await codeOf(begin(ada))).toBeNull();
    clock.advance(HOUR);
    const pending = await byLink(ada);
    const started = world.auth.secondFactor.startRecovery(pending, ada.client);
    expect(await codeOf(started)).toBeNull();
  });

  it("that no one completed in time has ended by itself, even before a worker says so", async () => {
    const { auth, clock, store } = world;
    const ada = await world.enrolled();
    await begin(ada);
    await world.subjects(ada);
    clock.advance(10 * DAY);
    const pending = await world.withheld(ada, ada.client);
    const attempt = { code: ada.app.codeAt(clock.now()), pending, caller: null };
    await auth.secondFactor.verifyTotp(attempt, ada.client);
    const records = await store.audit.listRecords(ada.caller.user.id, null, 100);
    const ends = records.map(({ event }) => event).filter((event) => /^recovery\.[ve]/.test(event));
    expect(ends).toEqual(["recovery.expired"]);
    expect((await world.subjects(ada)).filter((text) => text.startsWith("Stopped"))).toEqual([]);
    expect(await codeOf(begin(ada))).toBeNull();
  });

  it("of fifty completions opens one session", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    await begin(ada);
    clock.advance(3 * DAY);
    const due = await byLink(ada);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => codeOf(auth.secondFactor.completeRecovery(due, ada.client))),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([null, "INVALID_TWO_FACTOR_COOKIE"]));
    expect(await world.sessionsOf(ada)).toHaveLength(1);
  });
});

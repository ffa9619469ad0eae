import type { Client, Secret } from "@acme/auth-core";
import { DAY, HOUR, MINUTE } from "@acme/auth-core/surface";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  ENGINES,
  type EnrolledPerson,
  openWorld,
  PASSWORD,
  refusalOf,
  STEP,
  type World,
} from "../test/worlds.js";

describe.each(keysOf(ENGINES))("wrong second proofs, on %s", (engine) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  const rightCode = ({ app }: EnrolledPerson) => app.codeAt(world.clock.now());
  const wrongCode = ({ app }: EnrolledPerson) =>
    app.codeAt(new Date(world.clock.now().getTime() + 10 * STEP));
  const verify = (pending: Secret, code: string, client: Client) =>
    world.auth.secondFactor.verifyTotp({ code, pending, caller: null }, client);
  /** Enters wrong codes in sign-ins of their own. Returns what each came to. */
  async function guess(ada: EnrolledPerson, client: Client, times: number) {
    const outcomes = [];
    for (let time = 0; time < times; time++) {
      const pending = await world.withheld(ada, client);
      outcomes.push(await codeOf(verify(pending, wrongCode(ada), client)));
    }
    return outcomes;
  }

  it("spend a sign-in with the fifth, and no malformed one counts", async () => {
    const ada = await world.enrolled();
    const pending = await world.withheld(ada, ada.client);
    for (const malformed of ["", "12345", "1234567", "abcdef"])
      expect(await codeOf(verify(pending, malformed, ada.client))).toBe("INVALID_CODE");
    for (let time = 0; time < 5; time++)
      expect(await codeOf(verify(pending, wrongCode(ada), ada.client))).toBe("INVALID_CODE");
    expect(await codeOf(verify(pending, rightCode(ada), ada.client))).toBe(
      "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE",
    );
    const another = await world.withheld(ada, ada.client);
    expect(await codeOf(verify(another, rightCode(ada), ada.client))).toBeNull();
  });

  it("are refused beyond ten an hour from one network, and twenty a day from all", async () => {
    const { clock } = world;
    const ada = await world.enrolled();
    const { client } = ada;
    expect(new Set(await guess(ada, client, 10))).toEqual(new Set(["INVALID_CODE"]));
    const pending = await world.withheld(ada, client);
    const since = clock.now().getTime();
    expect(await refusalOf(verify(pending, rightCode(ada), client))).toMatchObject({
      code: "ACCOUNT_TEMPORARILY_LOCKED",
      kind: "rate_limited",
      retryAt: new Date(since + HOUR),
    });
    // Nothing was compared, and the sign-in stays.
    expect(await world.auth.secondFactor.findPending(pending)).toMatchObject({});
    const elsewhere = world.nextClient();
    expect(new Set(await guess(ada, elsewhere, 10))).toEqual(new Set(["INVALID_CODE"]));
    const third = world.nextClient();
    const last = await world.withheld(ada, third);
    expect(await refusalOf(verify(last, rightCode(ada), third))).toMatchObject({
      code: "ACCOUNT_TEMPORARILY_LOCKED",
      retryAt: new Date(since + DAY),
    });
  });

  it("of strangers lock out no browser of the owner, no session and no passkey", async () => {
    const { auth } = world;
    const ada = await world.enrolled();
    const { use } = await world.addPasskey(ada);
    const browser = { ...ada.client, knownBrowserToken: null };
    const first = await world.withheld(ada, browser);
    const proof = await verify(first, rightCode(ada), browser);
    if (proof.during !== "sign-in") throw new Error("no sign-in");
    const known = { ...browser, knownBrowserToken: proof.signedIn.knownBrowser };
    world.clock.advance(STEP);
    for (const stranger of [world.nextClient(), world.nextClient()]) await guess(ada, stranger, 10);
    const stranger = world.nextClient();
    const locked = await world.withheld(ada, stranger);
    expect(await codeOf(verify(locked, rightCode(ada), stranger))).toBe(
      "ACCOUNT_TEMPORARILY_LOCKED",
    );
    const pending = await world.withheld(ada, known);
    expect(await codeOf(verify(pending, rightCode(ada), known))).toBeNull();
    expect(await codeOf(use(stranger))).toBeNull();
    world.clock.advance(STEP);
    const caller = await world.callerOf(proof.signedIn.token);
    const stepUp = { code: rightCode(ada), pending: null, caller };
    expect(await codeOf(auth.secondFactor.verifyTotp(stepUp, stranger))).toBeNull();
  });

  it("in a session count against that session alone, and recovery codes share them", async () => {
    const { auth } = world;
    const ada = await world.enrolled();
    const { caller, client } = ada;
    const attempt = (code: string) => ({ code, pending: null, caller });
    for (let time = 0; time < 5; time++) {
      expect(await codeOf(auth.secondFactor.verifyTotp(attempt(wrongCode(ada)), client))).toBe(
        "INVALID_CODE",
      );
      const wrong = attempt("0".repeat(24));
      expect(await codeOf(auth.secondFactor.verifyBackupCode(wrong, client))).toBe(
        "INVALID_BACKUP_CODE",
      );
    }
    const right = attempt(rightCode(ada));
    expect(await codeOf(auth.secondFactor.verifyTotp(right, client))).toBe(
      "ACCOUNT_TEMPORARILY_LOCKED",
    );
    expect(await world.identify(ada.token)).not.toBeNull();
    const pending = await world.withheld(ada, client);
    expect(await codeOf(verify(pending, rightCode(ada), client))).toBeNull();
  });

  it("are told by mail with the fifth of a day, and once", async () => {
    const ada = await world.enrolled();
    const told = async () =>
      (await world.subjects(ada)).filter((subject) => subject.startsWith("Wrong codes")).length;
    await guess(ada, ada.client, 4);
    expect(await told()).toBe(0);
    await guess(ada, ada.client, 3);
    expect(await told()).toBe(1);
  });

  it("that are equal are entered once in ten minutes, and so is the lock that they end in", async () => {
    const ada = await world.enrolled();
    const { id } = ada.caller.user;
    const entries = async () => {
      const records = await world.store.audit.listRecords(id, null, 100);
      const timesOf = (wanted: string) => records.filter(({ event }) => event === wanted).length;
      return [timesOf("second_factor.refused"), timesOf("second_factor.locked")];
    };
    await guess(ada, ada.client, 3);
    expect(await entries()).toEqual([1, 0]);
    world.clock.advance(10 * MINUTE);
    await guess(ada, ada.client, 10);
    expect(await entries()).toEqual([2, 1]);
  });

  it("are given back when they are right, and a success resets nothing", async () => {
    const ada = await world.enrolled();
    const { client } = ada;
    await guess(ada, client, 9);
    for (let time = 0; time < 3; time++) {
      world.clock.advance(STEP);
      const pending = await world.withheld(ada, client);
      expect(await codeOf(verify(pending, rightCode(ada), client))).toBeNull();
    }
    expect(await guess(ada, client, 2)).toEqual(["INVALID_CODE", "ACCOUNT_TEMPORARILY_LOCKED"]);
  });

  it("of fifty at once twenty are compared at most, and none opens anything", async () => {
    const ada = await world.enrolled();
    const before = await world.sessionsOf(ada);
    const pendings: { readonly client: Client; readonly pending: Secret }[] = [];
    for (let one = 0; one < 10; one++) {
      const client = world.nextClient();
      pendings.push({ client, pending: await world.withheld(ada, client) });
    }
    const wrong = wrongCode(ada);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => pendings[turn % 10]!).map(({ client, pending }) =>
        codeOf(verify(pending, wrong, client)),
      ),
    );
    expect(outcomes.filter((code) => code === "INVALID_CODE")).toHaveLength(20);
    expect(outcomes.filter((code) => code === null)).toEqual([]);
    expect(await world.sessionsOf(ada)).toEqual(before);
  });

  it("do not stand in the way of the password's own budget", async () => {
    const ada = await world.enrolled();
    const signIn = { email: ada.email, password: PASSWORD, redirectTo: null };
    for (let time = 0; time < 6; time++)
      expect(await codeOf(world.auth.passwords.signIn(signIn, ada.client))).toBe(
        "SECOND_FACTOR_REQUIRED",
      );
  });
});

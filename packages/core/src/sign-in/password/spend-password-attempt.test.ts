import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestWorld, from } from "../../../test/worlds.js";
import { after, DAY, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { type SessionId, toId } from "../../kernel/ids.js";
import {
  type AttemptSubject,
  type AttemptVerdict,
  forgetPasswordFailures,
  spendPasswordAttempt,
} from "./spend-password-attempt.js";

const stranger = (network: string, name = "ada"): AttemptSubject => ({
  known: false,
  email: parseEmailAddress(`${name}@example.com`)!,
  client: from(network),
});
const inSession = (name: string): AttemptSubject => ({
  known: true,
  sessionId: toId<SessionId>(`session-of-${name}-0000`),
});
const home = stranger("192.0.2.1");
const ALLOWED: AttemptVerdict = { allowed: true };

async function openWorld() {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const clock = createFixedClock();
  const world = createTestWorld({}, clock);

  const spend = (subject = home): Promise<AttemptVerdict> =>
    store.transaction((tx) => spendPasswordAttempt(tx, world, subject));
  const forget = (subject = home): Promise<void> =>
    store.transaction((tx) => forgetPasswordFailures(tx, world, subject));
  /**
   * How long nobody may try again, now that so many attempts have been made one after another, each
   * as soon as it could be.
   */
  async function failTimes(times: number, subject = home): Promise<number> {
    for (let attempt = 1; attempt <= times; attempt++) {
      const verdict = await spend(subject);
      if (verdict.allowed) continue;
      clock.set(verdict.retryAt);
      attempt--;
    }
    const next = await spend(subject);
    return next.allowed ? 0 : next.retryAt.getTime() - clock.now().getTime();
  }
  return { clock, statements, spend, forget, failTimes };
}

const allowedOf = (verdicts: readonly AttemptVerdict[]): number =>
  verdicts.filter(({ allowed }) => allowed).length;
const FIFTY = Array.from({ length: 50 }, (_, index) => index);

describe("wrong passwords in a row", () => {
  it.each([
    [4, 0],
    [5, SECOND],
    [6, 2 * SECOND],
    [7, 4 * SECOND],
    [14, 512 * SECOND],
    [15, 15 * MINUTE],
    [20, 15 * MINUTE],
  ])("after %i of them keep the next waiting for %i ms", async (failures, delay) => {
    const { failTimes } = await openWorld();
    expect(await failTimes(failures)).toBe(delay);
  });

  it("are refused until, and not at, the instant the delay is over; what is refused makes it no longer", async () => {
    const { clock, spend, failTimes } = await openWorld();
    expect(await failTimes(6)).toBe(2 * SECOND);
    const retryAt = after(clock.now(), 2 * SECOND);
    for (let attempt = 0; attempt < 100; attempt++)
      expect(await spend()).toEqual({ allowed: false, retryAt });
    clock.set(after(retryAt, -1));
    expect(await spend()).toEqual({ allowed: false, retryAt });
    clock.set(retryAt);
    expect(await spend()).toEqual(ALLOWED);
    expect(await spend()).toEqual({ allowed: false, retryAt: after(retryAt, 4 * SECOND) });
  });

  it("delay one client at one email address, and no other client, email address or session", async () => {
    const { spend, failTimes } = await openWorld();
    await failTimes(10);
    expect(await spend(stranger("198.51.100.1"))).toEqual(ALLOWED);
    expect(await spend(stranger("192.0.2.1", "eve"))).toEqual(ALLOWED);
    expect(await spend(inSession("ada"))).toEqual(ALLOWED);
  });

  it("are forgotten once one was right", async () => {
    const { forget, failTimes } = await openWorld();
    expect(await failTimes(6)).toBe(2 * SECOND);
    await forget();
    expect(await failTimes(4)).toBe(0);
  });

  it("are forgotten a day after the last, and not before", async () => {
    const { clock, spend, failTimes } = await openWorld();
    await failTimes(8);
    clock.advance(DAY - 1);
    expect(await spend()).toEqual(ALLOWED);
    expect(await spend()).toEqual({ allowed: false, retryAt: after(clock.now(), 16 * SECOND) });
    clock.advance(DAY);
    expect(await failTimes(4)).toBe(0);
  });

  it("are five that are compared, however many come at once", async () => {
    const { clock, spend } = await openWorld();
    const verdicts = await Promise.all(FIFTY.map(() => spend()));
    expect(allowedOf(verdicts)).toBe(5);
    expect(verdicts.filter(({ allowed }) => !allowed)).toEqual(
      Array(45).fill({ allowed: false, retryAt: after(clock.now(), SECOND) }),
    );
  });
});

describe("a session of the user's own", () => {
  it("has its own delays", async () => {
    const { spend, failTimes } = await openWorld();
    expect(await failTimes(6, inSession("ada"))).toBe(2 * SECOND);
    expect(await spend(inSession("eve"))).toEqual(ALLOWED);
    expect(await spend()).toEqual(ALLOWED);
  });

  it("is compared five times, however many come at once", async () => {
    const { spend } = await openWorld();
    expect(allowedOf(await Promise.all(FIFTY.map(() => spend(inSession("ada")))))).toBe(5);
  });

  it("is kept out by no stranger, and keeps no stranger out", async () => {
    const { clock, spend } = await openWorld();
    for (let network = 1; network <= 101; network++) await spend(stranger(`198.51.100.${network}`));
    expect(await spend()).toMatchObject({ allowed: false });
    expect(await spend(inSession("ada"))).toEqual(ALLOWED);

    clock.advance(HOUR);
    for (let session = 1; session <= 200; session++)
      expect(await spend(inSession(`ada${session}`))).toEqual(ALLOWED);
    expect(await spend()).toEqual(ALLOWED);
  });
});

describe("wrong passwords for one email address", () => {
  it("are a hundred an hour, from wherever they come", async () => {
    const { clock, spend } = await openWorld();
    const began = clock.now();
    for (let network = 1; network <= 100; network++) {
      expect(await spend(stranger(`198.51.100.${network}`))).toEqual(ALLOWED);
      clock.advance(SECOND);
    }
    const refused = { allowed: false, retryAt: after(began, HOUR) };
    for (let attempt = 0; attempt < 10; attempt++) expect(await spend()).toEqual(refused);
    expect(await spend(stranger("192.0.2.1", "eve"))).toEqual(ALLOWED);
    clock.set(after(began, HOUR - 1));
    expect(await spend()).toEqual(refused);
    clock.set(after(began, HOUR));
    // What was refused was no failure in a row either.
    for (let attempt = 1; attempt <= 5; attempt++) expect(await spend()).toEqual(ALLOWED);
  });

  it("are a hundred, however many come at once", async () => {
    const { spend } = await openWorld();
    const verdicts = await Promise.all(
      [...FIFTY, ...FIFTY, ...FIFTY].map((_, index) => spend(stranger(`198.51.100.${index}`))),
    );
    expect(allowedOf(verdicts)).toBe(100);
  });

  it("do not grow by attempts that their own delay refused", async () => {
    const { spend } = await openWorld();
    for (let attempt = 0; attempt < 200; attempt++) await spend();
    expect(await spend(stranger("198.51.100.1"))).toEqual(ALLOWED);
  });

  it("are forgotten once one was right, from wherever", async () => {
    const { spend, forget } = await openWorld();
    for (let network = 1; network <= 100; network++) await spend(stranger(`198.51.100.${network}`));
    await forget(stranger("198.51.100.100"));
    expect(await spend()).toEqual(ALLOWED);
  });
});

describe("the database", () => {
  it("is told neither email address nor network", async () => {
    const { spend, statements } = await openWorld();
    statements.length = 0;
    await spend();
    const text = statements.join("\n");
    expect(text).toContain("wrong-passwords/");
    for (const said of ["ada", "example.com", "192.0.2.1"]) expect(text).not.toContain(said);
  });
});

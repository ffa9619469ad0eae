import { setTimeout as sleep } from "node:timers/promises";
import { AuthClientError } from "@acme/auth-client";
import { twoFactor } from "@acme/auth-second-factor/client";
import { codeAt } from "../../test/factor-spellings.js";
import { ask, checkSession } from "../client.js";
import type { Site } from "./site.js";
import { createVisitor, type Visitor, type World } from "./visitor.js";

const TOTP_STEP_MS = 30_000;

interface Known {
  /** Of who has one. */
  readonly password: string | undefined;
  /** Gives the first proof. */
  readonly signIn: (visitor: Visitor) => Promise<unknown>;
}

interface Enrolled extends Known {
  readonly email: string;
  readonly totpUri: string;
  readonly backupCodes: readonly string[];
}

/** Who has enrolled, and what came of sign-ins in their names without a second proof. */
export interface Factors {
  /** Whether every process asks for a second factor: only then people enroll. */
  isOn: boolean;
  underWay: number;
  readonly enrolled: Enrolled[];
  /** Attempts at processes that know the second factor, all refused. */
  withheld: number;
  /** Attempts at processes that do not know it, the sessions that they opened, and their refusals. */
  attemptsAtOld: number;
  openedByOld: number;
  refusedByNew: number;
}

export const noFactors = (): Factors => ({
  isOn: false,
  underWay: 0,
  enrolled: [],
  withheld: 0,
  attemptsAtOld: 0,
  openedByOld: 0,
  refusedByNew: 0,
});

/** Gives the first proof, after which there must be no session. */
async function signInPending(world: World, email: string, signIn: Known["signIn"]) {
  const visitor = createVisitor(world);
  const { cookies } = visitor;
  await signIn(visitor).catch((thrown: unknown) => {
    if (!AuthClientError.is(thrown, "SECOND_FACTOR_REQUIRED")) throw thrown;
  });
  if (cookies.has("session") || !cookies.has("pending-sign-in"))
    throw new Error(`${email} signed in without a second proof`);
  return visitor;
}

function keep({ promised }: World, { cookies }: Visitor, email: string): void {
  promised.live.set(cookies.get("session") ?? "", email);
}

/** Sets up an authenticator app, and signs in elsewhere with a recovery code. */
export async function enroll(
  world: World,
  person: Visitor & { readonly email: string },
  known: Known,
): Promise<void> {
  const { factors } = world;
  const { email, call } = person;
  factors.underWay++;
  try {
    const started = await call(twoFactor.enable, { password: known.password });
    const { totpURI: totpUri = "", backupCodes } = started;
    await call(twoFactor.verifyTotp, { code: codeAt(totpUri, new Date()) });
    factors.enrolled.push({ ...known, email, totpUri, backupCodes: backupCodes.slice(1) });
    const elsewhere = await signInPending(world, email, known.signIn);
    await elsewhere.call(twoFactor.verifyBackupCode, { code: backupCodes[0] ?? "" });
    keep(world, elsewhere, email);
  } finally {
    factors.underWay--;
  }
}

/** Nobody enrolls from now on, or is about to. */
export async function closeEnrolment({ factors }: World): Promise<void> {
  factors.isOn = false;
  while (factors.underWay > 0) await sleep(10);
}

/** Everybody who has enrolled signs in with the app, or with a recovery code. */
export async function useFactors(world: World): Promise<void> {
  const { factors, promised } = world;
  // The code with which somebody has enrolled a moment ago counts no second time.
  await sleep(TOTP_STEP_MS);
  for (const [number, { email, signIn, totpUri, backupCodes }] of factors.enrolled.entries())
    try {
      const visitor = await signInPending(world, email, signIn);
      await (number % 2 === 0
        ? visitor.call(twoFactor.verifyTotp, { code: codeAt(totpUri, new Date()) })
        : visitor.call(twoFactor.verifyBackupCode, { code: backupCodes[0] ?? "" }));
      keep(world, visitor, email);
    } catch (thrown) {
      promised.wrong.push(`the second factor of ${email} was lost: ${String(thrown)}`);
    }
}

type Place = Site["places"][number];

const isAlive = ({ process }: Place["server"]): boolean =>
  process.exitCode === null && process.signalCode === null;

/** A session that a process opened which knows no second factor: no other admits it, ever. */
async function judgeOld(world: World, site: Site, cookie: string): Promise<void> {
  const { factors, promised } = world;
  promised.ended.add(cookie.replace("session=", ""));
  for (const { server, release } of site.places) {
    const isOld = release.secondFactor === "unknown";
    const { status } = await checkSession(server.url, cookie);
    if (!isAlive(server) || status === 0) continue;
    if (isOld) {
      const entries = await ask(`${server.url}/api/v1/me/activity`, { cookie });
      if (entries.status >= 400) promised.wrong.push(`an old process: ${entries.status}`);
    } else if (status === 401) factors.refusedByNew++;
    else promised.wrong.push(`a session of one factor: ${status} at ${release.name}`);
  }
}

/** Signs in at a process with the password of somebody who has enrolled, and with nothing else. */
async function attempt(world: World, site: Site, place: Place, victim: Enrolled): Promise<void> {
  const { factors, promised } = world;
  const { server, release } = place;
  const { email, password } = victim;
  if (!isAlive(server)) return;
  const isOld = release.secondFactor === "unknown";
  if (isOld) factors.attemptsAtOld++;
  const { status, code, cookie } = await ask(`${server.url}/api/auth/sign-in`, {
    body: { email, password },
  });
  // Its successor may have answered on the same port.
  if (status === 0 || !isAlive(server)) return;
  if (!isOld && code === "SECOND_FACTOR_REQUIRED" && cookie === null) factors.withheld++;
  else if (!isOld) promised.wrong.push(`${email}, without a second proof: ${status} ${code}`);
  else if (cookie === null) promised.wrong.push(`an old process refused: ${status} ${code}`);
  else {
    factors.openedByOld++;
    await judgeOld(world, site, cookie);
  }
}

/** Tries the passwords of all who have enrolled, at each process in turn, until it is over. */
export async function tryPasswords(world: World, site: Site, isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const known = world.factors.enrolled.filter(({ password }) => password !== undefined);
    const victim = known[number % known.length];
    const place = site.places[number % site.places.length];
    if (!victim || !place) await sleep(100);
    else await attempt(world, site, place, victim);
  }
}

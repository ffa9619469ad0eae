import { setTimeout as sleep } from "node:timers/promises";
import { AuthClientError } from "@acme/auth-client";
import { enroll } from "./factors.js";
import { CODE, TOKEN } from "./mailbox.js";
import { createVisitor, isCut, type Visitor, type World } from "./visitor.js";

export const PASSWORD = "correct horse battery staple";
const CHECKS = 30;
const POLL_MS = 50;
const JOB_TIMEOUT_MS = 100_000;

/** Somebody who is signed in. */
export interface Person extends Visitor {
  readonly email: string;
}

export const cookieOf = ({ cookies }: Visitor): string => cookies.get("session") ?? "";

/** Gives the first proof of somebody who has an account, or by a mail also of who has none. */
type SignIn = (world: World, visitor: Visitor, email: string) => Promise<unknown>;

const byPassword: SignIn = (_world, { client }, email) =>
  client.password.signIn({ email, password: PASSWORD });

const byCode: SignIn = async ({ mailbox }, { client }, email) => {
  await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  return client.emailOtp.signIn({ email, otp: await mailbox.take(email, CODE) });
};

const byLink: SignIn = async ({ mailbox }, { client }, email) => {
  await client.magicLink.sendMagicLink({ email });
  const token = await mailbox.take(email, TOKEN.magicLink);
  return client.magicLink.submitMagicLink({ token });
};

export async function joinByPassword(world: World, email: string): Promise<Person> {
  const visitor = createVisitor(world);
  await visitor.client.password.signUp({ email, password: PASSWORD, name: "Ada" });
  const token = await world.mailbox.take(email, TOKEN.verification);
  await visitor.client.emailVerification.verifyEmail({ token });
  return { ...visitor, email };
}

export async function joinByCode(world: World, email: string): Promise<Person> {
  const visitor = createVisitor(world);
  await byCode(world, visitor, email);
  return { ...visitor, email };
}

export async function joinByLink(world: World, email: string): Promise<Person> {
  const visitor = createVisitor(world);
  await byLink(world, visitor, email);
  return { ...visitor, email };
}

const JOINS = [joinByPassword, joinByCode, joinByLink] as const;
const SIGN_INS = [byPassword, byCode, byLink] as const;

async function checkSession({ promised }: World, { client, email }: Person): Promise<void> {
  const me = await client.currentUser.me();
  if (me.email !== email) promised.wrong.push(`${email} is taken for ${me.email}`);
}

/** Whether the session was refused. */
export async function isRefused({ client }: Visitor): Promise<boolean> {
  try {
    await client.currentUser.me();
    return false;
  } catch (thrown) {
    if (AuthClientError.is(thrown, "UNAUTHORIZED")) return true;
    throw thrown;
  }
}

async function read(world: World, person: Person): Promise<void> {
  for (let check = 0; check < CHECKS; check++) {
    await checkSession(world, person);
    if (check % 10 === 0) await person.client.organization.listOrganizations();
  }
}

/** Founds an organization, to which somebody else is invited and comes. */
async function workTogether(world: World, { client, email }: Person): Promise<Person> {
  const { id } = await client.organization.createOrganization({ name: "Engines" });
  const colleague = await joinByCode(world, `colleague-of-${email}`);
  await client.invitation.inviteMember({ id, email: colleague.email, role: "member" });
  const token = await world.mailbox.take(colleague.email, TOKEN.invitation);
  await colleague.client.invitation.acceptInvitation({ token });
  const { members } = await client.membership.listMembers({ id });
  const member = members.find(({ role }) => role === "member");
  if (members.length !== 2 || !member) throw new Error(`${members.length} members instead of 2`);
  await client.membership.changeRole({ id, memberId: member.id, role: "admin" });
  const { activeOrganization } = await colleague.client.currentUser.me();
  if (activeOrganization?.role !== "admin") throw new Error("a changed role was not seen");
  world.promised.live.set(cookieOf(colleague), colleague.email);
  return colleague;
}

export async function exportIsMade({ client }: Visitor, id: string): Promise<void> {
  for (let waited = 0; waited < JOB_TIMEOUT_MS; waited += POLL_MS) {
    const { status, downloadUrl } = await client.dataExport.readExport({ id });
    if (status === "ready" && downloadUrl) {
      const token = new URL(downloadUrl).searchParams.get("token") ?? "";
      await client.dataExport.downloadExport({ id, token });
      return;
    }
    await sleep(POLL_MS);
  }
  throw new Error("an export was never made");
}

async function takeData({ client }: Person): Promise<void> {
  await exportIsMade({ client } as Visitor, (await client.dataExport.requestExport()).requestId);
}

/** Signs in elsewhere and ends that session from here: it is refused on the very next request. */
async function endElsewhere(world: World, person: Person): Promise<void> {
  const elsewhere = await joinByCode(world, person.email);
  const { client } = person;
  const other = (await client.session.listSessions()).find(({ current }) => !current);
  if (!other) throw new Error("the session elsewhere is not listed");
  await client.session.revokeSession({ id: other.id });
  world.promised.ended.add(cookieOf(elsewhere));
  if (!(await isRefused(elsewhere))) throw new Error("a revoked session was admitted");
}

export async function isErased(world: World, person: Person): Promise<void> {
  for (let waited = 0; !(await isRefused(person)); waited += POLL_MS) {
    if (waited > JOB_TIMEOUT_MS) throw new Error("a deletion was never carried out");
    await sleep(POLL_MS);
  }
  await world.mailbox.take(person.email, /deleted, as you asked/);
}

async function leave(world: World, person: Person): Promise<void> {
  const cookie = cookieOf(person);
  await person.client.accountDeletion.requestDeletion({ password: PASSWORD });
  await isErased(world, person);
  world.promised.ended.add(cookie);
}

async function signOut(world: World, person: Person): Promise<void> {
  const cookie = cookieOf(person);
  await person.client.session.signOut();
  world.promised.ended.add(cookie);
}

async function liveOnce(world: World, number: number): Promise<void> {
  const person = await JOINS[number % 3]!(world, `person${number}@example.com`);
  await read(world, person);
  await person.client.profile.updateUser({ name: "Ada King" });
  if (number % 2 === 0) await workTogether(world, person);
  if (number % 4 === 1) await takeData(person);
  await endElsewhere(world, person);
  if (number % 2 === 0 && world.factors.isOn) {
    const hasPassword = number % 3 === 0;
    await enroll(world, person, {
      password: hasPassword ? PASSWORD : undefined,
      signIn: (visitor) => SIGN_INS[number % 3]!(world, visitor, person.email),
    });
  }
  await read(world, person);
  if (number % 6 === 3) await leave(world, person);
  else if (number % 3 === 1) await signOut(world, person);
  else world.promised.live.set(cookieOf(person), person.email);
}

/**
 * One life of one person. Whatever goes wrong is noted; a life that was cut by a killed process
 * ends where it was.
 */
export async function live(world: World, number: number): Promise<void> {
  const { promised } = world;
  promised.lives.begun++;
  try {
    await liveOnce(world, number);
  } catch (thrown) {
    if (isCut(thrown)) promised.lives.cut++;
    else
      promised.wrong.push(
        `person${number}: ${AuthClientError.is(thrown) ? `${thrown.code} ` : ""}${String(thrown)}`,
      );
  }
}

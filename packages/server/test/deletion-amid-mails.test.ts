import { readJson } from "@acme/auth-testing/read-json";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent, Reply } from "./agent.js";
import { startedService } from "./describe-service.js";
import { createLeaving, EXPORT, PASSWORD } from "./leaving.js";
import { SEND_CODE } from "./service.js";
import { createTeams, INVITATION_BODY, NO_ORGANIZATION, refusal } from "./teams.js";

/** On SQLite no other transaction is under way while one writes. */
const service = startedService("postgres");
const leaving = createLeaving(service);
const teams = createTeams(service);
let watcher: pg.Client;
beforeAll(async () => {
  watcher = new pg.Client({ connectionString: service.location });
  await watcher.connect();
});
afterAll(() => watcher.end());

let people = 0;
const newAddress = (): string => `leaver${++people}@example.com`;
const UNAUTHORIZED = refusal(401, "UNAUTHORIZED");

/** Answers a row as soon as a statement waits for a lock. */
const IS_BLOCKED =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

/**
 * Makes a request while the deletion of a user has removed every row of theirs and is not
 * committed. The deletion commits once the request waits for it, or has been answered. So what the
 * request had read of the user before is gone when it goes on.
 */
async function amidDeletion(email: string, request: () => Promise<Reply>): Promise<Reply> {
  const { id } = (await service.findUser(email))!;
  let commit!: () => void;
  let hold!: () => void;
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  const deletion = service.store.transaction(async (tx) => {
    await tx.users.lock(id);
    await tx.users.delete(id);
    hold();
    await mayCommit;
  });
  await isHeld;
  const answered: Reply[] = [];
  const reply = request().then((each) => (answered.push(each), each));
  while (answered.length === 0 && (await watcher.query(IS_BLOCKED)).rowCount === 0);
  commit();
  await deletion;
  expect(await service.store.users.findById(id)).toBeNull();
  return reply;
}

it.each([
  ["/api/auth/request-password-reset", {}],
  ["/api/auth/email-otp/request-password-reset", {}],
  [SEND_CODE, { type: "sign-in" }],
  [SEND_CODE, { type: "email-verification" }],
  [SEND_CODE, { type: "forget-password" }],
  ["/api/v1/auth/resend-verification", {}],
  ["/api/auth/send-verification-email", {}],
  ["/api/auth/magic-link/send", {}],
  ["/api/v1/auth/magic-link/send", {}],
  ["/api/auth/sign-in/magic-link", {}],
])("%s %j answers 200 while the account's deletion commits", async (path, body) => {
  for (const admit of [leaving.signUp, leaving.member]) {
    const email = newAddress();
    await admit(email);
    const reply = await amidDeletion(email, () => service.agent().post(path, { email, ...body }));
    expect(reply).toMatchObject({ status: 200 });
  }
});

it("a sign-up with the email address answers 200 while the account's deletion commits", async () => {
  const email = newAddress();
  await leaving.signUp(email);
  const signUp = () => service.agent().post("/api/auth/sign-up", { email, password: PASSWORD });
  expect(await amidDeletion(email, signUp)).toMatchObject({ status: 200 });
});

it.each([
  ["/api/auth/change-email", { newEmail: "elsewhere@example.com" }],
  [EXPORT, {}],
])("%s answers 401 while the account's deletion commits", async (path, body) => {
  const email = newAddress();
  const agent = await leaving.member(email);
  expect(await amidDeletion(email, () => agent.post(path, body))).toMatchObject(UNAUTHORIZED);
});

it("inviting and inviting again answer 404 while the deletion of the inviter's account commits", async () => {
  const paths = [
    (path: string, _pending: string) => `${path}/invitations`,
    (path: string, pending: string) => `${path}/invitations/${pending}/resend`,
    () => "/api/auth/organization/invite-member",
  ];
  for (const pathOf of paths) {
    const { id, path, people } = await teams.team();
    const { admin, owner } = people;
    const pending = await invite(owner.agent, path, newAddress());
    const invited = { email: newAddress(), role: "member", organizationId: id };
    const reply = await amidDeletion(admin.email, () =>
      admin.agent.post(pathOf(path, pending), invited),
    );
    expect(reply).toMatchObject(NO_ORGANIZATION);
  }
});

async function invite(agent: Agent, path: string, email: string): Promise<string> {
  const reply = await agent.post(`${path}/invitations`, { email, role: "member" });
  return readJson(reply.body, INVITATION_BODY).id;
}

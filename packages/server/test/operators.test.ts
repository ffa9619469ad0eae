import {
  type Contributor,
  type EmailAddress,
  type ExportRequestId,
  parseEmailAddress,
  toId,
  type UserId,
} from "@acme/auth-core";
import { DAY, HOUR } from "@acme/auth-core/surface";
import { afterEach, describe, expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createLeaving, ME, PASSWORD } from "./leaving.js";
import { authenticatorOn, register } from "./passkeys.js";

const operator = "jane@support: asked by phone";
const asJane = { operator };
const NOBODY = toId<UserId>("user-that-is-nobody-0");

/** What an application stores besides, and cannot erase while it is broken. */
const notes = { broken: false, whileRead: async (): Promise<unknown> => Promise.resolve() };
const contributor: Contributor = {
  section: "notes",
  async *export() {
    await notes.whileRead();
    yield { note: "mine" };
  },
  eraseWithin: () => (notes.broken ? Promise.reject(new Error("no notes")) : Promise.resolve()),
  eraseAfter: () => Promise.resolve(),
};
const options = { start: { contributors: [contributor] }, timeout: 60_000 };

describeService("users, for operators", options, (service) => {
  let people = 0;
  const leaving = createLeaving(service);
  const newEmail = (prefix = "op"): EmailAddress =>
    parseEmailAddress(`${prefix}${String(++people).padStart(3, "0")}@example.com`)!;
  afterEach(() => void (notes.broken = false));

  async function member() {
    const email = newEmail();
    const agent = await leaving.member(email);
    return { email, agent, id: toId<UserId>(await leaving.idOf(agent)) };
  }
  async function unverified() {
    const email = newEmail();
    const agent = await leaving.signUp(email);
    return { email, agent, id: toId<UserId>(await leaving.idOf(agent)) };
  }
  const recordsOf = async (id: UserId) =>
    (await service.auth.users.activity(id, { after: null, limit: 50 })).entries;
  const resetToken = (email: string) =>
    new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1)!;

  describe("are found", () => {
    it("by id and by email address, with what only operators see", async () => {
      const { email, id } = await member();
      const found = await service.auth.users.find(id);
      expect(found).toMatchObject({ id, email, suspendedAt: null, suspendedUntil: null });
      expect(await service.auth.users.findByEmail(email)).toEqual(found);
      expect(await service.auth.users.find(NOBODY)).toBeNull();
      expect(await service.auth.users.findByEmail(newEmail())).toBeNull();
    });

    it("in a list, page by page, by prefix in any case, and by filter", async () => {
      const emails = [newEmail("list"), newEmail("list"), newEmail("list")];
      for (const email of emails) await service.auth.users.create({ email, operator });
      const first = await service.auth.users.list({ prefix: " LIST", limit: 2 });
      expect(first.users.map(({ email }) => email)).toEqual(emails.slice(0, 2));
      const { next } = first;
      const second = await service.auth.users.list({ prefix: "list", after: next, limit: 2 });
      expect(second).toMatchObject({ users: [{ email: emails[2] }], next: null });
      await service.auth.users.suspend(second.users[0]!.id, asJane);
      const suspended = { filter: "suspended", prefix: "list", limit: 9 } as const;
      expect((await service.auth.users.list(suspended)).users).toEqual([
        { ...second.users[0], suspendedAt: service.clock.now() },
      ]);
      const all = { filter: "unverified", prefix: "list", limit: 9 } as const;
      expect((await service.auth.users.list(all)).users).toHaveLength(3);
    });

    it("with what happened to them, page by page, and what operators wrote", async () => {
      const { id } = await member();
      await service.auth.users.endSessions(id, asJane);
      await service.auth.users.suspend(id, { operator: "jane: spam" });
      const page = await service.auth.users.activity(id, { after: null, limit: 1 });
      expect(page.entries).toMatchObject([{ event: "user.suspended", operator: "jane: spam" }]);
      const rest = await service.auth.users.activity(id, { after: page.next, limit: 50 });
      expect(rest.entries[0]).toMatchObject({ event: "sessions.ended", operator });
      expect(rest.entries.at(-1)).toMatchObject({ event: "user.created", operator: null });
      expect(rest.next).toBeNull();
    });
  });

  describe("are created", () => {
    it("without a password, which a mail invites them to set; that signs nobody in, and verifies the email address", async () => {
      const email = newEmail();
      const user = await service.auth.users.create({ email, name: " Ada ", operator });
      expect(user).toMatchObject({ email, name: "Ada", emailVerified: false });
      await service.auth.worker.runDue();
      expect(service.inbox.mails.at(-1)).toMatchObject({ to: email, subject: "Your Acme account" });
      expect(await leaving.signIn(email)).toMatchObject({ status: 401 });
      const token = resetToken(email);
      const reply = await service
        .agent()
        .post("/api/auth/reset-password", { token, newPassword: PASSWORD });
      expect(reply.status).toBe(200);
      expect((await leaving.signIn(email)).status).toBe(200);
      expect(await service.auth.users.find(user.id)).toMatchObject({ emailVerified: true });
      expect((await recordsOf(user.id)).at(-1)).toMatchObject({
        event: "user.created",
        operator,
        detail: { method: "operator" },
      });
    });

    it("once for one email address", async () => {
      const { email } = await member();
      await expect(service.auth.users.create({ email, operator })).rejects.toMatchObject({
        code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
      });
    });
  });

  describe("whose email address an operator vouches for", () => {
    it("lose what could have been planted, as by a proof of the mailbox", async () => {
      const { email, agent, id } = await unverified();
      const authenticator = authenticatorOn();
      await register(agent, authenticator);
      const { requestId } = await leaving.askDeletion(agent);
      const user = await service.auth.users.markEmailVerified(id, asJane);
      expect(user).toMatchObject({ emailVerified: true, reclaimedAt: service.clock.now() });
      expect(await service.auth.users.find(id)).toEqual(user);
      expect((await agent.get(ME)).status).toBe(401);
      expect((await leaving.signIn(email)).status).toBe(401);
      expect(await service.store.passkeys.listByUser(id)).toEqual([]);
      expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "cancelled" });
      const byOperator = (await recordsOf(id)).filter((entry) => entry.operator === operator);
      expect(byOperator.map(({ event }) => event)).toEqual(
        expect.arrayContaining(["user.reclaimed", "deletion.cancelled"]),
      );
    });

    it("keep it when the operator says so", async () => {
      const { email, agent, id } = await unverified();
      await service.auth.users.markEmailVerified(id, { operator, keepsCredentials: true });
      expect(await service.auth.users.find(id)).toMatchObject({
        emailVerified: true,
        reclaimedAt: null,
      });
      expect((await agent.get(ME)).status).toBe(200);
      expect((await leaving.signIn(email)).status).toBe(200);
      expect(await recordsOf(id)).toContainEqual(
        expect.objectContaining({ event: "email.verified", operator }),
      );
    });

    it("keep everything when it is verified already, and nothing is entered", async () => {
      const { agent, id } = await member();
      const before = await recordsOf(id);
      await service.auth.users.markEmailVerified(id, asJane);
      expect((await agent.get(ME)).status).toBe(200);
      expect(await recordsOf(id)).toEqual(before);
    });
  });

  it("are signed out everywhere", async () => {
    const { email, agent, id } = await member();
    const phone = service.agent();
    await leaving.signIn(email, phone);
    expect(await service.auth.users.endSessions(id, asJane)).toBe(2);
    for (const one of [agent, phone]) expect((await one.get(ME)).status).toBe(401);
    expect(await recordsOf(id)).toContainEqual(
      expect.objectContaining({
        event: "sessions.ended",
        operator,
        detail: { count: 2, because: "revoked" },
      }),
    );
  });

  it("are mailed a link that sets a new password, and the one before is dead", async () => {
    const { email, id } = await member();
    const send = async () => {
      await service.auth.users.sendPasswordReset(id, asJane);
      await service.auth.worker.runDue();
      return resetToken(email);
    };
    const [first, second] = [await send(), await send()];
    const reset = (token: string) =>
      service
        .agent()
        .post("/api/auth/reset-password", { token, newPassword: "another horse battery" });
    expect((await reset(first)).status).toBe(400);
    expect((await reset(second)).status).toBe(200);
    expect(await recordsOf(id)).toContainEqual(
      expect.objectContaining({ event: "password.reset_requested", operator }),
    );
  });

  describe("are deleted", () => {
    it("after the grace period, without their password, and what an operator wrote goes with them", async () => {
      const { email, id } = await member();
      await service.auth.users.suspend(id, { operator: "jane: calls herself Ada Lovelace" });
      const request = await service.auth.users.startDeletion(id, asJane);
      expect(await service.auth.users.findDeletion(id)).toEqual(request);
      await service.auth.worker.runDue();
      expect(service.inbox.mails.at(-1)).toMatchObject({ to: email });
      await leaving.letGo(request.id);
      expect(await service.auth.users.find(id)).toBeNull();
      expect(await leaving.storedDeletion(request.id)).toMatchObject({ status: "completed" });
      expect(JSON.stringify(await service.rows())).not.toContain("Lovelace");
    });

    it("once at a time, and not when it is cancelled, also once it is due", async () => {
      const { id } = await member();
      const request = await service.auth.users.startDeletion(id, asJane);
      await expect(service.auth.users.startDeletion(id, asJane)).rejects.toMatchObject({
        code: "DELETION_ALREADY_PENDING",
      });
      service.clock.set(request.scheduledFor);
      await service.auth.users.cancelDeletion(id, asJane);
      await service.auth.worker.runDue();
      expect(await service.auth.users.find(id)).not.toBeNull();
      expect(await service.auth.users.findDeletion(id)).toBeNull();
      for (const method of ["cancelDeletion", "retryDeletion"] as const)
        await expect(service.auth.users[method](id, asJane)).rejects.toMatchObject({
          code: "DELETION_NOT_PENDING",
        });
      const events = (await recordsOf(id)).filter((entry) => entry.operator === operator);
      expect(events.map(({ event }) => event)).toEqual(
        expect.arrayContaining(["deletion.requested", "deletion.cancelled"]),
      );
    });

    it("never before the end of the grace period, however often it is tried again", async () => {
      const { id } = await member();
      await service.auth.users.startDeletion(id, asJane);
      expect(await service.auth.users.retryDeletion(id, asJane)).toBe(false);
      await service.auth.worker.runDue();
      expect(await service.auth.users.find(id)).not.toBeNull();
      expect((await recordsOf(id)).map(({ event }) => event)).not.toContain("deletion.retried");
    });

    it("when a deletion that is dead is found, explained and tried again", async () => {
      const { id } = await member();
      const request = await service.auth.users.startDeletion(id, asJane);
      notes.broken = true;
      service.clock.set(request.scheduledFor);
      const isDead = async () =>
        (await service.auth.worker.listDead("jobs")).some(({ subject }) => subject === request.id);
      for (let hours = 0; hours < 100 && !(await isDead()); hours++) {
        await service.auth.worker.runDue();
        service.clock.advance(HOUR);
      }
      expect(await isDead()).toBe(true);
      expect(await service.auth.users.findDeletion(id)).toMatchObject({
        status: "pending",
        errorCode: "ERASURE_FAILED",
      });
      expect(await service.auth.users.retryDeletion(id, asJane)).toBe(true);
      expect(await isDead()).toBe(false);
      await service.auth.worker.runDue();
      expect(await service.auth.users.find(id)).not.toBeNull();
      notes.broken = false;
      // The next attempt would be a few seconds away: an operator who has fixed it need not wait.
      expect(await service.auth.users.retryDeletion(id, asJane)).toBe(true);
      expect((await recordsOf(id))[0]).toMatchObject({
        event: "deletion.retried",
        operator,
        detail: { requestId: request.id },
      });
      await service.auth.worker.runDue();
      expect(await service.auth.users.find(id)).toBeNull();
    });
  });

  it("whose suspension begins while their export is written get it once reinstated", async () => {
    const { agent, id } = await member();
    const requestId = toId<ExportRequestId>(await leaving.askExport(agent));
    const status = async () => (await service.store.exportRequests.find(requestId))?.status;
    notes.whileRead = () => service.auth.users.suspend(id, asJane);
    await service.auth.worker.runDue();
    notes.whileRead = () => Promise.resolve();
    expect(await status()).toBe("pending");
    expect(await service.store.exportRequests.listFiles(id)).toEqual([]);
    await service.auth.users.reinstate(id, asJane);
    await service.auth.worker.runDue();
    expect(await status()).toBe("ready");
  });

  it("are exported as one document, which is entered", async () => {
    const { email, id } = await member();
    let text = "";
    for await (const piece of await service.auth.users.export(id, asJane)) text += piece;
    expect(JSON.parse(text)).toMatchObject({
      user: { id, email },
      sessions: [expect.anything()],
      notes: [{ note: "mine" }],
    });
    expect(text).not.toContain("jane");
    expect((await recordsOf(id))[0]).toMatchObject({ event: "user.exported", operator });
  });

  describe("are left alone", () => {
    const CHANGES = [
      "suspend",
      "reinstate",
      "markEmailVerified",
      "endSessions",
      "sendPasswordReset",
      "startDeletion",
      "cancelDeletion",
      "retryDeletion",
      "export",
    ] as const;

    it.each(CHANGES)("where %s names nobody", async (change) => {
      await expect(service.auth.users[change](NOBODY, asJane)).rejects.toMatchObject({
        code: "USER_NOT_FOUND",
      });
    });

    it.each(["", "  ", "a\u0000b", "two\nlines", "x".repeat(501)])(
      "where the operator's text is %j",
      async (text) => {
        const { agent, id } = await member();
        const refused = { code: "VALIDATION_ERROR", issues: [{ path: "operator" }] };
        for (const change of CHANGES)
          await expect(service.auth.users[change](id, { operator: text })).rejects.toMatchObject(
            refused,
          );
        const input = { email: newEmail(), operator: text };
        await expect(service.auth.users.create(input)).rejects.toMatchObject(refused);
        expect((await agent.get(ME)).status).toBe(200);
      },
    );

    it("where a suspension would end before it begins", async () => {
      const { agent, id } = await member();
      for (const until of [service.clock.now(), new Date(service.clock.now().getTime() - DAY)])
        await expect(service.auth.users.suspend(id, { operator, until })).rejects.toMatchObject({
          code: "VALIDATION_ERROR",
          issues: [{ path: "until" }],
        });
      expect((await agent.get(ME)).status).toBe(200);
    });

    it("where one who is not suspended is reinstated: nothing is entered", async () => {
      const { id } = await member();
      const before = await recordsOf(id);
      expect(await service.auth.users.reinstate(id, asJane)).toMatchObject({
        suspendedAt: null,
      });
      expect(await recordsOf(id)).toEqual(before);
    });
  });
});

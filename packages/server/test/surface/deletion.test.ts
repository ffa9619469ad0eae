import { toId } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { stringContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeEach, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createLeaving, DELETION, ME, PASSWORD } from "../leaving.js";
import { ORGANIZATIONS, refusal } from "../teams.js";

const GRACE_DAYS = 30;
const EMAIL = "ada@example.com";
const NOT_PENDING = refusal(404, "DELETION_NOT_PENDING");

const WILL_BE_DELETED = "Your Acme account will be deleted";
const STAYS = "Your Acme account stays";
const NOT_DELETED = "Your Acme account was not deleted";
const DELETED = "Your Acme account was deleted";

describeService("the life of a deletion request", { perTest: true }, (service) => {
  let leaving: ReturnType<typeof createLeaving>;
  beforeEach(async () => {
    leaving = createLeaving(service);
  });

  const iso = () => service.clock.now().toISOString();
  const mailsWith = (subject: string) =>
    service.inbox.mails.filter((mail) => mail.subject === subject);

  it("none, POST: pending until the grace period ends, and a mail says until when", async () => {
    const agent = await leaving.member(EMAIL);
    expect(await leaving.pendingOf(agent)).toBeNull();
    const scheduledFor = new Date(service.clock.now().getTime() + GRACE_DAYS * DAY).toISOString();
    const reply = await agent.post(DELETION, {
      password: PASSWORD,
      reason: "moving on",
      unknown: 1,
    });
    const { requestId } = readJson(reply.body, { requestId: "string" });
    expect(reply).toMatchObject({ status: 202 });
    expect(reply.body).toEqual({ requestId, scheduledFor, graceDays: GRACE_DAYS });
    const shown = await agent.get(DELETION);
    expect([shown.status, shown.body]).toEqual([
      200,
      { pending: { id: requestId, requestedAt: iso(), scheduledFor } },
    ]);
    await leaving.deliver();
    const [mail, ...more] = mailsWith(WILL_BE_DELETED);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: EMAIL,
      text: stringContaining("That happens on January 31, 2026,"),
    });
    expect(mail!.text).not.toContain("only owner");
    expect(mail!.text).not.toContain("moving on");
  });

  it("pending, POST: 409, and the first request stays as it is", async () => {
    const agent = await leaving.member(EMAIL);
    const first = await leaving.askDeletion(agent, "first");
    await leaving.deliver();
    service.clock.advance(DAY);
    expect(await agent.post(DELETION, { password: PASSWORD, reason: "second" })).toMatchObject(
      refusal(409, "DELETION_ALREADY_PENDING"),
    );
    expect(await leaving.storedDeletion(first.requestId)).toMatchObject({
      status: "pending",
      reason: "first",
    });
    expect(await agent.get(DELETION)).toMatchObject({
      body: { pending: { id: first.requestId, scheduledFor: first.scheduledFor } },
    });
    await leaving.deliver();
    expect(mailsWith(WILL_BE_DELETED)).toHaveLength(1);
  });

  it("pending, DELETE until the last millisecond: cancelled for good, and a mail says so", async () => {
    const agent = await leaving.member(EMAIL);
    const { requestId } = await leaving.askDeletion(agent, "a mistake");
    service.clock.advance(GRACE_DAYS * DAY - 1);
    await leaving.deliver();
    expect((await leaving.signIn(EMAIL, agent)).status).toBe(200);
    const reply = await leaving.cancel(agent);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(await leaving.pendingOf(agent)).toBeNull();
    service.clock.advance(1);
    await leaving.deliver();
    expect(await leaving.storedDeletion(requestId)).toMatchObject({
      status: "cancelled",
      errorCode: null,
      reason: "a mistake",
    });
    expect(await leaving.isSignedIn(agent)).toBe(true);
    expect(leaving.subjectsTo(EMAIL).slice(-1)).toEqual([STAYS]);
    expect(mailsWith(STAYS)).toHaveLength(1);
    // Another wish is a new request, with a grace period of its own.
    const again = await leaving.askDeletion(agent);
    expect(again.requestId).not.toBe(requestId);
    expect(again.scheduledFor).toBe(
      new Date(service.clock.now().getTime() + GRACE_DAYS * DAY).toISOString(),
    );
  });

  it("none or due, DELETE: 404, and nothing changes", async () => {
    const agent = await leaving.member(EMAIL);
    expect(await leaving.cancel(agent)).toMatchObject(NOT_PENDING);
    const { requestId } = await leaving.askDeletion(agent);
    expect((await leaving.cancel(agent)).status).toBe(204);
    expect(await leaving.cancel(agent)).toMatchObject(NOT_PENDING);
    const second = await leaving.askDeletion(agent);
    expect(second.requestId).not.toBe(requestId);
    service.clock.advance(GRACE_DAYS * DAY);
    // Due, and the worker has not come by: signing in still works, and changes nothing about it.
    expect((await leaving.signIn(EMAIL, agent)).status).toBe(200);
    expect(await leaving.cancel(agent)).toMatchObject(NOT_PENDING);
    expect(await leaving.storedDeletion(second.requestId)).toMatchObject({
      status: "pending",
      endedAt: null,
    });
    await leaving.deliver();
    expect((await leaving.cancel(agent)).status).toBe(401);
  });

  it("due, worker: completed, everything is gone, and the last mail says so", async () => {
    const agent = await leaving.member(EMAIL);
    const { requestId } = await leaving.askDeletion(agent, "moving on");
    await leaving.deliver();
    service.clock.advance(GRACE_DAYS * DAY - 1);
    await leaving.deliver();
    expect((await leaving.signIn(EMAIL, agent)).status).toBe(200);
    service.clock.advance(1);
    await leaving.deliver();
    expect((await agent.get(ME)).status).toBe(401);
    expect((await leaving.signIn(EMAIL)).body).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
    expect(await leaving.storedDeletion(requestId)).toMatchObject({
      id: requestId,
      userId: null,
      status: "completed",
      reason: "",
      errorCode: null,
      endedAt: service.clock.now(),
    });
    expect(leaving.subjectsTo(EMAIL).slice(-2)).toEqual([WILL_BE_DELETED, DELETED]);
  });

  it.each(["alone", "with other members"])(
    "due, sole owner %s: rejected, nothing is removed, and all users concerned are told",
    async (company) => {
      const agent = await leaving.member(EMAIL);
      const { id: userId } = readJson((await agent.get(ME)).body, { id: "string" });
      const { id } = readJson(
        (await agent.post(ORGANIZATIONS, { name: "Analytical Engines" })).body,
        { id: "string" },
      );
      if (company === "with other members") await join(agent, id, "admin");
      const { requestId } = await leaving.askDeletion(agent);
      await leaving.deliver();
      expect(mailsWith(WILL_BE_DELETED)[0]!.text).toMatch(/only owner of .*Analytical Engines/);

      await leaving.letGo(requestId);
      expect(await leaving.storedDeletion(requestId)).toMatchObject({
        status: "rejected",
        errorCode: "SOLE_OWNER_CONFLICT",
        endedAt: service.clock.now(),
      });
      expect((await leaving.signIn(EMAIL, agent)).status).toBe(200);
      expect(await leaving.idOf(agent)).toBe(userId);
      expect((await agent.get(`${ORGANIZATIONS}/${id}`)).status).toBe(200);
      expect(leaving.subjectsTo(EMAIL).at(-1)).toBe(NOT_DELETED);
      expect(mailsWith(NOT_DELETED)[0]!.text).toContain("Analytical Engines");
      expect(service.logs.filter(({ event }) => event === "deletion_conflict")).toEqual([
        {
          level: "error",
          event: "deletion_conflict",
          fields: { requestId, errorCode: "SOLE_OWNER_CONFLICT" },
        },
      ]);
      const entries = await service.store.audit.listByUser(toId(userId), null, 100);
      expect(
        entries.filter(({ event }) => event === "deletion.rejected").map(({ detail }) => detail),
      ).toEqual([{ requestId, errorCode: "SOLE_OWNER_CONFLICT" }]);
      // Nobody waits for it any more: the user may ask again once the organization is in other
      // hands.
      expect(await leaving.pendingOf(agent)).toBeNull();
      expect((await agent.send(`${ORGANIZATIONS}/${id}`, { method: "DELETE" })).status).toBe(204);
      await leaving.letGo((await leaving.askDeletion(agent)).requestId);
      expect((await leaving.signIn(EMAIL)).status).toBe(401);
    },
  );

  it("an organization with another owner, or one that the user only belongs to, does not prevent it", async () => {
    const agent = await leaving.member(EMAIL);
    const { id } = readJson((await agent.post(ORGANIZATIONS, { name: "Shared" })).body, {
      id: "string",
    });
    const grace = await join(agent, id, "owner");
    const { id: theirs } = readJson((await grace.post(ORGANIZATIONS, { name: "Theirs" })).body, {
      id: "string",
    });
    expect(
      (await grace.post(`${ORGANIZATIONS}/${theirs}/invitations`, { email: EMAIL, role: "member" }))
        .status,
    ).toBe(201);
    await leaving.deliver();
    const token = new URL(service.inbox.linkFor(EMAIL)).searchParams.get("token");
    expect((await agent.post("/api/v1/invitations/accept", { token })).status).toBe(200);
    const { requestId } = await leaving.askDeletion(agent);
    await leaving.deliver();
    expect(mailsWith(WILL_BE_DELETED)[0]!.text).not.toContain("only owner");
    await leaving.letGo(requestId);
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "completed" });
    await leaving.signIn("grace@example.com", grace);
    for (const organization of [id, theirs]) {
      const { members } = readJson(
        (await grace.get(`${ORGANIZATIONS}/${organization}/members`)).body,
        { members: ["object"] },
      );
      expect(members).toMatchObject([{ role: "owner", user: { email: "grace@example.com" } }]);
    }
  });

  it("due, one of several owners: completed, and those who stay are told once that the owners changed", async () => {
    const agent = await leaving.member(EMAIL);
    const { id } = readJson((await agent.post(ORGANIZATIONS, { name: "Shared" })).body, {
      id: "string",
    });
    const grace = await join(agent, id, "owner");
    const theirs = readJson((await grace.post(ORGANIZATIONS, { name: "Theirs" })).body, {
      id: "string",
    }).id;
    const invited = await grace.post(`${ORGANIZATIONS}/${theirs}/invitations`, {
      email: EMAIL,
      role: "owner",
    });
    expect(
      (
        await agent.post("/api/v1/invitations/accept", {
          invitationId: readJson(invited.body, { id: "string" }).id,
        })
      ).status,
    ).toBe(200);
    const { requestId } = await leaving.askDeletion(agent);
    await leaving.deliver();
    const before = leaving.subjectsTo("grace@example.com").length;
    await leaving.letGo(requestId);
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "completed" });
    expect(leaving.subjectsTo("grace@example.com").slice(before)).toEqual([
      "The owners of an organization at Acme changed",
    ]);
  });

  it("a co-owner who left in the meantime blocks a deletion that nothing blocked when it was asked for", async () => {
    const agent = await leaving.member(EMAIL);
    const { id } = readJson((await agent.post(ORGANIZATIONS, { name: "Shared" })).body, {
      id: "string",
    });
    const grace = await join(agent, id, "owner");
    const { requestId } = await leaving.askDeletion(agent);
    expect((await grace.post(`${ORGANIZATIONS}/${id}/leave`)).status).toBeLessThan(300);
    await leaving.letGo(requestId);
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "rejected" });
    expect(mailsWith(NOT_DELETED)[0]!.text).toContain("Shared");
  });

  /** Grace joins as `role`. */
  async function join(owner: Awaited<ReturnType<typeof leaving.member>>, id: string, role: string) {
    const grace = await leaving.member("grace@example.com");
    expect(
      (await owner.post(`${ORGANIZATIONS}/${id}/invitations`, { email: "grace@example.com", role }))
        .status,
    ).toBe(201);
    await leaving.deliver();
    const token = new URL(service.inbox.linkFor("grace@example.com")).searchParams.get("token");
    expect((await grace.post("/api/v1/invitations/accept", { token })).status).toBe(200);
    return grace;
  }
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY, type EmailAddress } from "@acme/auth-core";
import { exportDocument } from "@acme/auth-http";
import type { Agent } from "../agent.js";
import { DATABASES, startService, type Service } from "../service.js";

const DELETION = "/api/v1/me/deletion";
const EXPORT = "/api/v1/me/export";
const PASSWORD = "correct horse battery staple";
const EMAIL = "ada@example.com";

describe.each(DATABASES)("the end of an account, on %s", (database) => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ database });
  });
  afterEach(async () => {
    expect(service.breaches).toEqual([]);
    await service.stop();
  });

  async function signUp(email = EMAIL): Promise<Agent> {
    const agent = service.agent();
    expect((await agent.post("/api/auth/sign-up", { email, password: PASSWORD, name: "Ada" })).status).toBe(200);
    return agent;
  }
  const signInAgain = (agent: Agent, email = EMAIL) => agent.post("/api/auth/sign-in", { email, password: PASSWORD });

  it("comes at the end of the grace period, and not a millisecond before", async () => {
    const agent = await signUp();
    const { id } = (await agent.get("/api/v1/auth/me")).body as { id: string };
    const asked = await agent.post(DELETION, { password: PASSWORD, reason: "moving on" });
    expect(asked).toMatchObject({ status: 202, body: { graceDays: 30 } });
    const { requestId, scheduledFor } = asked.body as { requestId: string; scheduledFor: string };
    expect((await agent.get(DELETION)).body).toEqual({ pending: { id: requestId, requestedAt: service.clock.now().toISOString(), scheduledFor } });
    expect(await agent.post(DELETION, { password: PASSWORD })).toMatchObject({ status: 409, body: { code: "DELETION_ALREADY_PENDING" } });

    service.clock.advance(30 * DAY - 1);
    await signInAgain(agent);
    await service.auth.worker.runDue();
    expect((await agent.get("/api/v1/auth/me")).status).toBe(200);
    service.clock.advance(1);
    expect(await agent.send(DELETION, { method: "DELETE" })).toMatchObject({ status: 404, body: { code: "DELETION_NOT_PENDING" } });
    await service.auth.worker.runDue();
    expect((await agent.get("/api/v1/auth/me")).status).toBe(401);
    expect(await service.store.users.findByEmail(EMAIL as EmailAddress)).toBeNull();
    expect(await service.store.deletionRequests.find(requestId as never)).toMatchObject({ status: "completed", userId: null, reason: "moving on" });
    expect(await service.store.audit.listByUser(id as never, null, 10)).toEqual([]);
    expect(service.inbox.mails.at(-1)).toMatchObject({ to: EMAIL, subject: "Your Acme account was deleted" });
    const anew = await signUp();
    expect(((await anew.get("/api/v1/auth/me")).body as { id: string }).id).not.toBe(id);
  });

  it("can be called off until then", async () => {
    const agent = await signUp();
    await agent.post(DELETION, { password: PASSWORD });
    service.clock.advance(30 * DAY - 1);
    await signInAgain(agent);
    expect((await agent.send(DELETION, { method: "DELETE" })).status).toBe(204);
    service.clock.advance(DAY);
    await service.auth.worker.runDue();
    await signInAgain(agent);
    expect((await agent.get(DELETION)).body).toEqual({ pending: null });
  });

  it("is refused where an organization would be left without an owner", async () => {
    const agent = await signUp();
    await agent.post("/api/v1/organizations", { name: "Beta" });
    const { requestId } = (await agent.post(DELETION, { password: PASSWORD })).body as { requestId: string };
    await service.auth.worker.runDue();
    expect(service.inbox.mails.find(({ subject }) => subject.includes("will be deleted"))!.text).toContain("Beta");
    service.clock.advance(30 * DAY);
    await service.auth.worker.runDue();
    expect(await service.store.deletionRequests.find(requestId as never)).toMatchObject({ status: "rejected", errorCode: "SOLE_OWNER_CONFLICT" });
    expect(service.logs).toContainEqual(expect.objectContaining({ level: "error", event: "deletion_conflict" }));
    expect((await signInAgain(agent)).status).toBe(200);
  });

  it("a person takes their data along, through a link that expires", async () => {
    const agent = await signUp();
    const asked = await agent.post(EXPORT);
    expect(asked).toMatchObject({ status: 202, body: { status: "pending" } });
    const { requestId } = asked.body as { requestId: string };
    expect((await agent.post(EXPORT)).body).toEqual({ requestId, status: "pending" });
    await service.auth.worker.runDue();
    const ready = (await agent.get(`${EXPORT}/${requestId}`)).body as { status: string; downloadUrl: string; expiresAt: string };
    expect(ready).toMatchObject({ status: "ready", expiresAt: new Date(service.clock.now().getTime() + DAY).toISOString() });
    const link = new URL(ready.downloadUrl);
    const file = await service.agent().get(link.pathname + link.search);
    expect(file).toMatchObject({ status: 200, headers: { "content-disposition": 'attachment; filename="export.json"' } });
    expect(exportDocument.parse(JSON.parse(file.text))).toMatchObject({ user: { email: EMAIL }, subscriptions: [] });
    service.clock.advance(DAY);
    expect(await service.agent().get(link.pathname + link.search)).toMatchObject({ status: 410, body: { code: "EXPORT_EXPIRED" } });
    await service.auth.worker.runDue();
    await signInAgain(agent);
    expect((await agent.get(`${EXPORT}/${requestId}`)).body).toMatchObject({ status: "expired", downloadUrl: null });
  });
});

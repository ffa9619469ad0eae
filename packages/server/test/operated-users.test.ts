import { parseEmailAddress, toId, type UserId } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { anyString } from "@acme/auth-testing/matchers";
import { expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createLeaving, ME } from "./leaving.js";
import { authenticatorOn, register } from "./passkeys.js";

const operator = "jane@support: ticket 4712";
const asJane = { operator };

describeService("one user, for operators", { timeout: 60_000 }, (service) => {
  let people = 0;
  const leaving = createLeaving(service);
  const newEmail = () => parseEmailAddress(`one${++people}@example.com`)!;

  async function member() {
    const email = newEmail();
    const agent = await leaving.member(email);
    return { email, agent, id: toId<UserId>(await leaving.idOf(agent)) };
  }
  const mailsTo = (email: string) => service.inbox.mails.filter(({ to }) => to === email).length;
  const credentialsOf = async (id: UserId) =>
    Object.fromEntries(
      (await service.auth.users.describe(id))!.methods.map(({ name, credentials }) => [
        name,
        credentials,
      ]),
    );

  it("is described with methods, passkeys, organizations and the last sign-in", async () => {
    const { email, agent, id } = await member();
    expect(await credentialsOf(id)).toMatchObject({ password: 1, passkey: 0, "magic-link": null });
    await register(agent, authenticatorOn());
    await agent.post("/api/v1/organizations", { name: "Acme", slug: `described-${people}` });
    service.clock.advance(60_000);
    await leaving.signIn(email);
    const described = (await service.auth.users.describe(id))!;
    expect(described).toMatchObject({
      user: { id, email },
      passkeys: [{ userId: id }],
      linkedAccounts: [],
      organizations: [
        { organization: { slug: `described-${people}` }, role: "owner", isSoleOwner: true },
      ],
      sessions: 2,
      lastSignIn: { at: service.clock.now(), method: "password" },
      deletion: null,
    });
    expect(await credentialsOf(id)).toMatchObject({ password: 1, passkey: 1 });
    // A sign-in in a session is one, too.
    service.clock.advance(60_000);
    await leaving.signIn(email, agent);
    expect((await service.auth.users.describe(id))?.lastSignIn?.at).toEqual(service.clock.now());
  });

  it("who has never signed in is described without a last sign-in and a password", async () => {
    const { id } = await service.auth.users.create({ email: newEmail(), operator });
    expect(await service.auth.users.describe(id)).toMatchObject({ lastSignIn: null, sessions: 0 });
    expect(await credentialsOf(id)).toMatchObject({ password: 0, passkey: 0, oauth: 0 });
    expect(await service.auth.users.describe(toId<UserId>("user-that-is-nobody-0"))).toBeNull();
  });

  it("is mailed no more links for a new password than the mailbox may get", async () => {
    const { email, id } = await member();
    const { mailsPerAddress, mailsPerAddressWindow } = service.auth.policy;
    const before = mailsTo(email);
    for (let sent = 0; sent < mailsPerAddress; sent++)
      await service.auth.users.sendPasswordReset(id, asJane);
    await expect(service.auth.users.sendPasswordReset(id, asJane)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    await service.auth.worker.runDue();
    const mailed = mailsTo(email);
    expect(mailed).toBeGreaterThan(before);
    // It is the budget of the user's own requests.
    await service.agent().post("/api/auth/request-password-reset", { email });
    await service.auth.worker.runDue();
    expect(mailsTo(email)).toBe(mailed);
    service.clock.advance(mailsPerAddressWindow);
    await service.auth.users.sendPasswordReset(id, asJane);
  });

  it("gets the export that an operator asks for, once at a time and within their budget", async () => {
    const { agent, id } = await member();
    const { exportsPerDay } = service.auth.policy;
    for (let count = 0; count < exportsPerDay; count++) {
      const requested = await service.auth.users.requestExport(id, asJane);
      expect(await service.auth.users.requestExport(id, asJane)).toEqual(requested);
      await service.auth.worker.runDue();
      const found = await agent.get(`/api/v1/me/export/${requested.id}`);
      expect(found.body).toMatchObject({ status: "ready", downloadUrl: anyString() });
    }
    await expect(service.auth.users.requestExport(id, asJane)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    const { entries } = await service.auth.users.activity(id, { after: null, limit: 50 });
    const asked = entries.filter(({ event }) => event === "export.requested");
    expect(asked.map((entry) => entry.operator)).toEqual(asked.map(() => operator));
    expect(asked).toHaveLength(exportsPerDay);
    service.clock.advance(DAY);
    expect(await service.auth.users.requestExport(id, asJane)).toMatchObject({ status: "pending" });
  });

  it("who is suspended gets such an export once reinstated", async () => {
    const { agent, id } = await member();
    await service.auth.users.suspend(id, asJane);
    const { id: requestId } = await service.auth.users.requestExport(id, asJane);
    await service.auth.worker.runDue();
    const status = async () => (await service.store.exportRequests.find(requestId))?.status;
    expect(await status()).toBe("pending");
    expect((await agent.get(ME)).status).toBe(401);
    await service.auth.users.reinstate(id, asJane);
    await service.auth.worker.runDue();
    expect(await status()).toBe("ready");
  });

  it("who is nobody gets no export, and neither does an operator who says nothing", async () => {
    const nobody = toId<UserId>("user-that-is-nobody-0");
    await expect(service.auth.users.requestExport(nobody, asJane)).rejects.toMatchObject({
      code: "USER_NOT_FOUND",
    });
    const { id } = await member();
    await expect(service.auth.users.requestExport(id, { operator: "" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});

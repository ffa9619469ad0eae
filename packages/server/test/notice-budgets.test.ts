import { DAY, MINUTE } from "@acme/auth-core/surface";
import { expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createLeaving, DELETION, PASSWORD } from "./leaving.js";
import { createTeams } from "./teams.js";

const ROLE_CHANGED = "Your role in an organization at Acme was changed";
const WILL_BE_DELETED = "Your Acme account will be deleted";
const STAYS = "Your Acme account stays";
const VICTIM = "victim@example.com";

/**
 * Of mails that are asked for, one client may cause three: the last of them is the verification of
 * the user who signs up.
 */
const OPTIONS = { start: { policy: { mailsPerClient: 3 } }, perTest: true };

describeService("notices over HTTP", OPTIONS, (service) => {
  const leaving = createLeaving(service);

  const subjectsTo = (email: string) =>
    service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

  it("of what others do number five in a quarter of an hour, twenty at once too; then the newest comes, and what is done is never refused", async () => {
    const teams = createTeams(service);
    const [owner, victim] = [
      await teams.personWith("owner@example.com"),
      await teams.personWith(VICTIM),
    ];
    const organization = await teams.found(owner);
    const memberId = await teams.join(owner, organization.id, { invited: victim, role: "member" });
    const path = `/api/v1/organizations/${organization.id}/members/${memberId}`;
    const assign = async (role: string) =>
      expect((await owner.agent.send(path, { method: "PATCH", body: { role } })).status).toBe(200);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => assign(i % 2 === 0 ? "admin" : "member")),
    );
    const told = async () => {
      await service.auth.worker.runDue();
      return subjectsTo(VICTIM).filter((subject) => subject === ROLE_CHANGED).length;
    };
    expect(await told()).toBeLessThanOrEqual(5);
    for (let i = 0; i < 12; i++) await assign(i % 2 === 0 ? "admin" : "member");
    expect(await told()).toBe(5);
    service.clock.advance(15 * MINUTE - 1);
    expect(await told()).toBe(5);
    service.clock.advance(1);
    expect(await told()).toBe(6);
    for (let i = 0; i < 12; i++) await assign(i % 2 === 0 ? "admin" : "member");
    expect(await told()).toBe(10);
  });

  it("about a deletion never refuse a cancellation, and the last one tells the last state, delivered or not in between", async () => {
    const agent = await leaving.member(VICTIM);
    for (let i = 0; i < 6; i++) {
      await leaving.askDeletion(agent);
      if (i % 2 === 0) await leaving.deliver();
      expect((await leaving.cancel(agent)).status).toBe(204);
      if (i % 3 === 0) await leaving.deliver();
    }
    const deletions = () =>
      subjectsTo(VICTIM).filter((subject) => subject.startsWith("Your Acme account"));
    await leaving.deliver();
    expect(deletions().length).toBeLessThanOrEqual(5);
    service.clock.advance(15 * MINUTE);
    await leaving.deliver();
    expect(deletions().at(-1)).toBe(STAYS);
    await leaving.askDeletion(agent);
    await leaving.deliver();
    expect(deletions().at(-1)).toBe(WILL_BE_DELETED);
    service.clock.advance(DAY);
    await leaving.deliver();
    expect(deletions().at(-1)).toBe(WILL_BE_DELETED);
  });

  it("about a deletion that was called off from a new email address do not reach the old one afterwards", async () => {
    const agent = await leaving.member(VICTIM);
    for (let i = 0; i < 3; i++) {
      if (i > 0) expect((await leaving.cancel(agent)).status).toBe(204);
      await leaving.askDeletion(agent);
      await leaving.deliver();
    }
    const told = () => subjectsTo(VICTIM).filter((subject) => subject === WILL_BE_DELETED).length;
    expect((await leaving.cancel(agent)).status).toBe(204);
    await leaving.askDeletion(agent);
    await leaving.deliver();
    expect(told()).toBe(3);
    expect(
      (await agent.post("/api/auth/change-email", { newEmail: "new@example.com" })).status,
    ).toBe(200);
    await leaving.deliver();
    const token = new URL(service.inbox.linkFor("new@example.com")).searchParams.get("token");
    expect((await agent.post("/api/auth/change-email/confirm", { token })).status).toBe(200);
    expect((await leaving.cancel(agent)).status).toBe(204);
    service.clock.advance(15 * MINUTE);
    await leaving.deliver();
    expect(told()).toBe(3);
    expect(subjectsTo("new@example.com").at(-1)).toBe(STAYS);
  });

  it("do not go to an email address that is not verified, whatever is done to its account, and come again once it is", async () => {
    const attacker = await leaving.signUp(VICTIM);
    const confirm = new URL(service.inbox.linkFor(VICTIM)).searchParams.get("token");
    let current = PASSWORD;
    const change = async (next: string) => {
      expect(
        (
          await attacker.post("/api/auth/change-password", {
            currentPassword: current,
            newPassword: next,
          })
        ).status,
      ).toBe(200);
      current = next;
    };
    for (let i = 0; i < 6; i++) await change(`another good password ${i}`);
    await change(PASSWORD);
    await leaving.readyExport(attacker);
    await leaving.askDeletion(attacker);
    await leaving.cancel(attacker);
    await leaving.deliver();
    expect(subjectsTo(VICTIM)).toEqual(["Confirm your email address for Acme"]);

    expect((await attacker.post("/api/v1/auth/verify-email", { token: confirm })).status).toBe(200);
    expect((await attacker.post(DELETION, { password: PASSWORD })).status).toBe(202);
    await leaving.deliver();
    expect(subjectsTo(VICTIM)).toEqual(["Confirm your email address for Acme", WILL_BE_DELETED]);
  });
});

import { HOUR } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { refusal } from "../teams.js";
import { createPeople, PASSWORD, SHOWN_BY_PENDING_CHANGES } from "./people-with-passwords.js";

const CHANGE = "/api/v1/me/email-change";
const CONFIRM = "/api/auth/change-email/confirm";
const NONE = { pending: null };
const NOT_PENDING = refusal(404, "EMAIL_CHANGE_NOT_PENDING");

describeService(
  "the change of an email address that waits",
  { section: "Email and password", shownHere: SHOWN_BY_PENDING_CHANGES },
  (service) => {
    const people = createPeople(service);
    const pendingOf = async (agent: Agent) => (await agent.get(CHANGE)).body;
    const cancel = (agent: Agent) => agent.send(CHANGE, { method: "DELETE" });

    async function ask(agent: Agent, newEmail = people.newEmail()): Promise<string> {
      expect((await agent.post("/api/auth/change-email", { newEmail })).status).toBe(200);
      return newEmail;
    }
    async function mailedToken(newEmail: string): Promise<string> {
      await service.auth.worker.runDue();
      return new URL(service.inbox.linkFor(newEmail)).searchParams.get("token")!;
    }
    const confirm = (token: string) => service.agent().post(CONFIRM, { token });
    const shown = (newEmail: string) => {
      const now = service.clock.now();
      const expiresAt = new Date(now.getTime() + HOUR).toISOString();
      return { pending: { newEmail, requestedAt: now.toISOString(), expiresAt } };
    };

    it("is shown in each session of its user, until it is confirmed", async () => {
      const { email, agent } = await people.signUp();
      const other = service.agent(people.newNetwork());
      await people.signIn(email, PASSWORD, other);
      expect(await pendingOf(agent)).toEqual(NONE);
      await ask(agent);
      const newest = await ask(agent);
      for (const each of [agent, other]) expect(await pendingOf(each)).toEqual(shown(newest));
      const token = await mailedToken(newest);
      expect((await agent.post(CONFIRM, { token })).status).toBe(200);
      expect(await pendingOf(agent)).toEqual(NONE);
      expect(await cancel(agent)).toMatchObject(NOT_PENDING);
    });

    it("is cancelled in any session of its user: its link is dead, and the activity says so", async () => {
      const { email, agent } = await people.signUp();
      const other = service.agent(people.newNetwork());
      await people.signIn(email, PASSWORD, other);
      const token = await mailedToken(await ask(agent));
      expect(await cancel(other)).toMatchObject({ status: 204, text: "" });
      for (const each of [agent, other]) expect(await pendingOf(each)).toEqual(NONE);
      expect((await service.agent().get(`${CONFIRM}?token=${token}`)).status).toBe(400);
      expect(await confirm(token)).toMatchObject(refusal(400, "INVALID_TOKEN"));
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({ email });
      const { entries } = readJson((await agent.get("/api/v1/me/activity")).body, {
        entries: [{ event: "string" }],
      });
      expect(entries[0]).toMatchObject({ event: "email.change_cancelled", detail: {} });
      expect(await cancel(agent)).toMatchObject(NOT_PENDING);
      const again = await ask(agent);
      expect(await pendingOf(agent)).toEqual(shown(again));
      expect((await confirm(await mailedToken(again))).status).toBe(200);
    });

    it("mails no link any more once it is cancelled", async () => {
      const { agent } = await people.signUp();
      const newEmail = await ask(agent);
      expect((await cancel(agent)).status).toBe(204);
      await service.auth.worker.runDue();
      expect(service.inbox.mails.filter(({ to }) => to === newEmail)).toEqual([]);
    });

    it("is nobody's but its user's", async () => {
      const [{ agent }, { agent: stranger }] = [await people.signUp(), await people.signUp()];
      const newEmail = await ask(agent);
      expect(await pendingOf(stranger)).toEqual(NONE);
      expect(await cancel(stranger)).toMatchObject(NOT_PENDING);
      expect(await pendingOf(agent)).toEqual(shown(newEmail));
    });

    it("is over at the end of its hour, and with the session that asked", async () => {
      const { email, agent } = await people.signUp();
      await ask(agent);
      service.clock.advance(HOUR - 1);
      expect(await pendingOf(agent)).not.toEqual(NONE);
      service.clock.advance(1);
      expect(await pendingOf(agent)).toEqual(NONE);
      expect(await cancel(agent)).toMatchObject(NOT_PENDING);
      const other = service.agent(people.newNetwork());
      await people.signIn(email, PASSWORD, other);
      await ask(other);
      expect(await pendingOf(agent)).not.toEqual(NONE);
      await other.post("/api/auth/sign-out");
      expect(await pendingOf(agent)).toEqual(NONE);
      expect(await cancel(agent)).toMatchObject(NOT_PENDING);
    });

    it("looks the same for a taken email address, whatever the user does who has it", async () => {
      const { agent } = await people.signUp();
      const owner = await people.verified();
      await ask(agent, owner.email);
      const expected = shown(owner.email);
      expect(await pendingOf(agent)).toEqual(expected);
      const newPassword = "another good password";
      const change = { currentPassword: PASSWORD, newPassword };
      expect((await owner.agent.post("/api/auth/change-password", change)).status).toBe(200);
      expect(await pendingOf(agent)).toEqual(expected);
      await owner.agent.post("/api/auth/request-password-reset", { email: owner.email });
      await service.auth.worker.runDue();
      const [, token] = /reset-password\/([\w-]+)/.exec(service.inbox.linkFor(owner.email))!;
      const reset = { token, newPassword: PASSWORD };
      expect((await owner.agent.post("/api/auth/reset-password", reset)).status).toBe(200);
      expect(await pendingOf(agent)).toEqual(expected);
      await people.signIn(owner.email, PASSWORD, owner.agent);
      const moved = await mailedToken(await ask(owner.agent));
      expect((await owner.agent.post(CONFIRM, { token: moved })).status).toBe(200);
      expect(await pendingOf(agent)).toEqual(expected);
      expect((await cancel(agent)).status).toBe(204);
    });

    it("of a cancellation and the link at once, one succeeds", async () => {
      for (let round = 0; round < 5; round++) {
        const { email, agent } = await people.signUp();
        const newEmail = await ask(agent);
        const token = await mailedToken(newEmail);
        const replies = await Promise.all([cancel(agent), agent.post(CONFIRM, { token })]);
        const [cancelled, confirmed] = replies.map(({ status }) => status < 300);
        expect(cancelled).toBe(!confirmed);
        const user = await service.findUser(confirmed ? newEmail : email);
        expect(user).not.toBeNull();
      }
    });
  },
);

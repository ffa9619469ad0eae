import { toId, type UserId } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { idIn } from "../id-in.js";
import { authenticatorOn, register } from "../passkeys.js";
import { refusal } from "../teams.js";
import { createPeople, PASSWORD, SHOWN_BY_FIRST_PASSWORDS } from "./people-with-passwords.js";

const SET = "/api/v1/me/password";
const NEXT = "another good password";
const CHANGED = "Your Acme password was changed";
const ALREADY_SET = refusal(409, "PASSWORD_ALREADY_SET");

describeService(
  "a first password",
  { section: "Email and password", shownHere: SHOWN_BY_FIRST_PASSWORDS },
  (service) => {
    const { newEmail, newNetwork, signIn, signUp, isSignedIn } = createPeople(service);
    const set = (agent: Agent, newPassword = PASSWORD) => agent.post(SET, { newPassword });
    const eventsOf = async (agent: Agent) =>
      readJson((await agent.get("/api/v1/me/activity")).body, {
        entries: [{ event: "string" }],
      }).entries.map(({ event }) => event);

    it("signs its user in; the other sessions end, this one goes on under a new token, and a mail and the activity say so", async () => {
      const email = newEmail();
      const agent = await service.signedIn(email, newNetwork());
      const other = await service.signedIn(email, newNetwork());
      const copy = service.agent(newNetwork());
      for (const [name, value] of agent.cookies) copy.cookies.set(name, value);

      expect(await set(agent)).toMatchObject({
        status: 204,
        text: "",
        setCookies: [stringMatching(/^session=[\w-]{43}; Max-Age=2592000; /)],
      });

      await service.auth.worker.runDue();
      expect(service.inbox.last(email).subject).toBe(CHANGED);
      const live = [await isSignedIn(agent), await isSignedIn(other), await isSignedIn(copy)];
      expect(live).toEqual([true, false, false]);
      expect(await eventsOf(agent)).toContain("password.changed");
      expect((await signIn(email, PASSWORD)).status).toBe(200);
    });

    it("kills every link that was mailed before, and the pending change of the email address", async () => {
      const [email, newAddress] = [newEmail(), newEmail()];
      const agent = await service.signedIn(email, newNetwork());
      const stranger = service.agent(newNetwork());
      await stranger.post("/api/auth/request-password-reset", { email });
      await agent.post("/api/auth/change-email", { newEmail: newAddress });
      await service.auth.worker.runDue();
      const mailed = service.inbox.mails.filter(({ to }) => [email, newAddress].includes(to));
      const texts = mailed.map(({ text }) => text).join("\n");
      const token = /reset-password\/([\w-]+)/.exec(texts)![1];
      const change = /change-email\S*token=([\w-]+)/.exec(texts)![1];
      expect((await set(agent)).status).toBe(204);
      const dead = refusal(400, "INVALID_TOKEN");
      expect(
        await stranger.post("/api/auth/reset-password", { token, newPassword: NEXT }),
      ).toMatchObject(dead);
      expect(
        await stranger.post("/api/auth/change-email/confirm", { token: change }),
      ).toMatchObject(dead);
      expect((await agent.get("/api/v1/me/email-change")).body).toEqual({ pending: null });
    });

    it("takes a fresh session, which a stale one is made by a passkey or a code", async () => {
      const agent = await service.signedIn(newEmail(), newNetwork());
      expect((await register(agent, authenticatorOn())).status).toBe(200);
      service.clock.advance(DAY);
      expect(await set(agent)).toMatchObject(refusal(403, "SESSION_NOT_FRESH"));
      const id = toId<UserId>(idIn(await agent.get("/api/v1/auth/me")));
      expect(await service.store.passwords.find(id)).toBeNull();
    });

    it("is set once: a user who has one changes it instead", async () => {
      const { email, agent } = await signUp();
      // Before the new one is judged.
      for (const next of [NEXT, "short"])
        expect(await set(agent, next)).toMatchObject({ ...ALREADY_SET, setCookies: [] });
      expect((await signIn(email, PASSWORD)).status).toBe(200);
      const without = await service.signedIn(newEmail(), newNetwork());
      expect((await set(without)).status).toBe(204);
      expect(await set(without, NEXT)).toMatchObject(ALREADY_SET);
    });

    it("of two at once in one session, one is set", async () => {
      const email = newEmail();
      const agent = await service.signedIn(email, newNetwork());
      const replies = await Promise.all([PASSWORD, NEXT].map((password) => set(agent, password)));
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect([401, 409]).toContain(statuses.find((status) => status !== 204));
      const signIns = await Promise.all([PASSWORD, NEXT].map((each) => signIn(email, each)));
      expect(signIns.map(({ status }) => status === 200)).toEqual(
        statuses.map((status) => status === 204),
      );
    });
  },
);

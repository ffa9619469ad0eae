import { hash } from "node:crypto";
import { type SecretHash, type SessionId, toId, type UserId } from "@acme/auth-core";
import { HOUR, MINUTE } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { authenticatorOn, DELETE_PASSKEY, PASSKEY_BODY, register } from "../passkeys.js";
import { FORM } from "./browser-requests.js";

const PASSWORD = "correct horse battery staple";
const SESSIONS = 3;
const ASK_AGAIN =
  "The session that asked for this change has ended, and the change with it. Sign in and ask again.";
const REQUESTED = "Your Acme account was asked to use another email address";

describeService(
  "a pending change of the email address",
  { start: { policy: { sessionsPerUser: SESSIONS } } },
  (service) => {
    let people = 0;

    const newAddress = () => `person${++people}@example.com`;

    async function signIn(
      email: string,
      agent = service.agent(),
      more: object = {},
    ): Promise<Agent> {
      const reply = await agent.post("/api/auth/sign-in", { email, password: PASSWORD, ...more });
      if (reply.status !== 200) throw new Error(`no session: ${reply.text}`);
      return agent;
    }

    /** A user with a password and a verified email address, signed in nowhere. */
    async function somebody(): Promise<{ readonly email: string; readonly id: UserId }> {
      const email = newAddress();
      const agent = service.agent();
      const { body } = await agent.post("/api/auth/sign-up/email", { email, password: PASSWORD });
      await service.auth.worker.runDue();
      const token = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
      expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      await agent.post("/api/auth/sign-out");
      return { email, id: toId(readJson(body, { user: { id: "string" } }).user.id) };
    }

    async function ask(
      agent: Agent,
      more: object = {},
    ): Promise<{ readonly to: string; readonly link: URL; readonly token: string }> {
      const to = newAddress();
      expect((await agent.post("/api/auth/change-email", { newEmail: to, ...more })).body).toEqual({
        status: true,
      });
      await service.auth.worker.runDue();
      const link = new URL(service.inbox.linkFor(to));
      return { to, link, token: link.searchParams.get("token")! };
    }

    const open = (link: URL) => service.agent().get(link.pathname + link.search);
    const press = (link: URL, token: string) =>
      service.agent().send(link.pathname, {
        method: "POST",
        headers: FORM,
        body: new URLSearchParams({ token }).toString(),
      });
    const emailOf = async (id: UserId) => (await service.store.users.findById(id))?.email;
    const sessionOf = async (agent: Agent) =>
      toId<SessionId>(
        readJson((await agent.get("/api/auth/get-session")).body, { session: { id: "string" } })
          .session.id,
      );

    /** The thief asked; the owner is signed in elsewhere. */
    interface Theft {
      readonly email: string;
      readonly id: UserId;
      readonly thief: Agent;
      readonly owner: Agent;
    }

    const ENDINGS: Readonly<Record<string, (given: Theft) => Promise<unknown>>> = {
      "revoked by its id": async ({ thief, owner }) =>
        owner.post("/api/auth/revoke-session", { id: await sessionOf(thief) }),
      "revoked with all the others": ({ owner }) => owner.post("/api/auth/revoke-other-sessions"),
      "revoked with all sessions": ({ owner }) => owner.post("/api/auth/revoke-sessions"),
      "revoked by an operator": ({ id }) => service.auth.sessions.revokeAll(id),
      "signed out": ({ thief }) => thief.post("/api/auth/sign-out"),
      "ended by the removal of a passkey": async ({ owner }) => {
        const passkey = readJson((await register(owner, authenticatorOn())).body, PASSKEY_BODY);
        return owner.post(DELETE_PASSKEY, { id: passkey.id });
      },
      "ended by a change of the password": ({ owner }) =>
        owner.post("/api/auth/change-password", {
          currentPassword: PASSWORD,
          newPassword: "another good password",
        }),
      "ended by a reset of the password": async ({ email }) => {
        await service.agent().post("/api/auth/request-password-reset", { email });
        await service.auth.worker.runDue();
        const token = /reset-password\/([\w-]+)/.exec(service.inbox.last(email).text)![1];
        return service
          .agent()
          .post("/api/auth/reset-password", { token, newPassword: "another good password" });
      },
      "replaced by somebody else's sign-in": async ({ thief }) =>
        signIn((await somebody()).email, thief),
      "pushed out by newer sessions": async ({ email }) => {
        for (let times = 0; times < SESSIONS; times++) {
          service.clock.advance(1);
          await signIn(email);
        }
      },
    };

    it.each(Object.keys(ENDINGS))(
      "dies with the session that asked, which was %s",
      async (ending) => {
        const { email, id } = await somebody();
        const thief = await signIn(email);
        service.clock.advance(1);
        const owner = await signIn(email);
        const { link, token } = await ask(thief);
        expect((await open(link)).status).toBe(200);

        await ENDINGS[ending]!({ email, id, thief, owner });

        const page = await open(link);
        expect(page).toMatchObject({ status: 400, setCookies: [] });
        expect(page.text).toContain(ASK_AGAIN);
        expect(page.text).not.toContain("<button");
        expect(page.text).not.toContain("Used it already?");
        const pressed = await press(link, token);
        expect(pressed.status).toBe(400);
        expect(pressed.text).toContain(ASK_AGAIN);
        expect(await service.agent().post(link.pathname, { token })).toMatchObject({
          status: 400,
          body: { code: "INVALID_TOKEN" },
        });
        expect(await emailOf(id)).toBe(email);
      },
    );

    it("dies with the session that asked, at the instant that expires", async () => {
      const { email, id } = await somebody();
      const agent = await signIn(email, service.agent(), { rememberMe: false });
      service.clock.advance(24 * HOUR - MINUTE);
      const { link, token } = await ask(agent);
      service.clock.advance(MINUTE - 1);
      expect((await open(link)).status).toBe(200);
      service.clock.advance(1);
      expect((await open(link)).text).toContain(ASK_AGAIN);
      expect((await press(link, token)).status).toBe(400);
      expect(await emailOf(id)).toBe(email);
    });

    it("goes on to the place that was asked for, with the refusal", async () => {
      const { email } = await somebody();
      const agent = await signIn(email);
      const { link, token } = await ask(agent, { callbackURL: "/account" });
      await agent.post("/api/auth/sign-out");
      expect((await press(link, token)).headers.location).toMatch(
        /\/account\?error=INVALID_TOKEN$/,
      );
    });

    it.each<[string, (agent: Agent, email: string) => Promise<unknown>]>([
      ["is authenticated again", (agent, email) => signIn(email, agent)],
      ["gets a new token", (agent) => agent.post("/api/auth/revoke-other-sessions")],
    ])(
      "dies when the session that asked %s, and is asked for again there",
      async (_what, renew) => {
        const { email, id } = await somebody();
        const agent = await signIn(email);
        const { link, token } = await ask(agent);
        const before = await sessionOf(agent);
        await renew(agent, email);
        expect(await sessionOf(agent)).toBe(before);
        expect((await open(link)).text).toContain(ASK_AGAIN);
        expect((await press(link, token)).status).toBe(400);
        expect(await emailOf(id)).toBe(email);
        const again = await ask(agent);
        expect((await press(again.link, again.token)).status).toBe(200);
        expect(await emailOf(id)).toBe(again.to);
      },
    );

    it("outlives the end of another session, and is confirmed in any browser", async () => {
      const { email, id } = await somebody();
      const agent = await signIn(email);
      const other = await signIn(email);
      const { to, link, token } = await ask(agent);
      await other.post("/api/auth/sign-out");
      expect((await open(link)).status).toBe(200);
      expect((await press(link, token)).status).toBe(200);
      expect(await emailOf(id)).toBe(to);
    });

    it("belongs to the session that asked last", async () => {
      const { email, id } = await somebody();
      const first = await signIn(email);
      const second = await signIn(email);
      const earlier = await ask(first);
      const { to, link, token } = await ask(second);
      await first.post("/api/auth/sign-out");
      expect((await press(earlier.link, earlier.token)).status).toBe(400);
      expect((await press(link, token)).status).toBe(200);
      expect(await emailOf(id)).toBe(to);
    });

    it("that the first release mailed is dead, for it names no session", async () => {
      const { email, id } = await somebody();
      const agent = await signIn(email);
      const { to, link, token } = await ask(agent);
      const stored = (await service.store.mailedLinks.find("email-change", tokenHashOf(token)))!;
      await service.store.mailedLinks.replace(asChecked({ ...stored, sessionId: null }));
      expect((await open(link)).text).toContain(ASK_AGAIN);
      expect((await press(link, token)).status).toBe(400);
      expect(await emailOf(id)).toBe(email);
      expect(to).not.toBe(email);
    });

    it("is told to the present email address when it is asked for, taken or not, and again when it is done", async () => {
      const { email } = await somebody();
      const taken = (await somebody()).email;
      const agent = await signIn(email);
      const toldTo = (email: string) =>
        service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
      await service.auth.worker.runDue();
      const before = toldTo(email).length;

      expect((await agent.post("/api/auth/change-email", { newEmail: taken })).body).toEqual({
        status: true,
      });
      await service.auth.worker.runDue();
      expect(toldTo(email).slice(before)).toEqual([REQUESTED]);
      expect(service.inbox.last(email).text).not.toContain(taken);

      const { to, link, token } = await ask(agent);
      expect(toldTo(email).slice(before)).toEqual([REQUESTED, REQUESTED]);
      await press(link, token);
      await service.auth.worker.runDue();
      expect(toldTo(email).slice(before)).toEqual([
        REQUESTED,
        REQUESTED,
        "Your Acme email address was changed",
      ]);
      expect(toldTo(to)).toHaveLength(1);
    });
  },
);

const tokenHashOf = (token: string) => asChecked<SecretHash>(hash("sha256", token, "base64url"));

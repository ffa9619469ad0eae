import { DAY, HOUR } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { authenticatorOn, DELETE_PASSKEY, registered } from "../passkeys.js";
import { FORM } from "./browser-requests.js";
import { createPeople, PASSWORD, SIGN_IN } from "./people-with-passwords.js";

const REVOKE_OTHERS = "/api/auth/revoke-other-sessions";
const CONFIRM = "/api/auth/change-email/confirm";
const NEXT = "another good password";
const SESSION_BODY = {
  session: { id: "string", createdAt: "string", authenticatedAt: "string" },
} as const;
const DEVICES = "Devices were signed out of your Acme account";

/**
 * What ends the other sessions: prepared while the session is live, then sent, as often as there
 * are agents.
 */
type Ending = (owner: Agent) => Promise<(agent: Agent) => Promise<Reply>>;

describeService("a copied cookie", (service) => {
  const people = createPeople(service);
  const { isSignedIn } = people;
  const at = (path: string, body: object = {}): Ending => {
    const send = (agent: Agent) => agent.post(path, body);
    return () => Promise.resolve(send);
  };

  async function linkToNewEmail(owner: Agent): Promise<string> {
    const newEmail = people.newEmail();
    expect((await owner.post("/api/auth/change-email", { newEmail })).status).toBe(200);
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(newEmail)).searchParams.get("token")!;
  }

  const ENDINGS: Readonly<Record<string, Ending>> = {
    "the others are revoked": at(REVOKE_OTHERS),
    "the password is changed": at("/api/auth/change-password", {
      currentPassword: PASSWORD,
      newPassword: NEXT,
    }),
    "a passkey is removed": async (owner) => {
      const { id } = await registered(owner, authenticatorOn());
      return (agent) => agent.post(DELETE_PASSKEY, { id });
    },
    "the email address is changed": async (owner) => {
      const token = await linkToNewEmail(owner);
      return (agent) => agent.post(CONFIRM, { token });
    },
    "the email address is changed on the page of its link": async (owner) => {
      const body = new URLSearchParams({ token: await linkToNewEmail(owner) }).toString();
      return (agent) => agent.send(CONFIRM, { method: "POST", headers: FORM, body });
    },
  };
  const ENDING_NAMES = Object.keys(ENDINGS);

  /** An agent with the same cookies, as a thief has them. */
  function copyOf(owner: Agent): Agent {
    const thief = service.agent(people.newNetwork());
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
    return thief;
  }
  async function sessionOf(agent: Agent) {
    const { session } = readJson((await agent.get("/api/auth/get-session")).body, SESSION_BODY);
    const { id, createdAt, authenticatedAt } = session;
    return { id, createdAt, authenticatedAt };
  }
  const countSessions = async (agent: Agent) =>
    readJson((await agent.get("/api/auth/list-sessions")).body, [{ id: "string" }]).length;
  const toldOf = (email: string) =>
    service.inbox.mails.filter(({ to, subject }) => to === email && subject === DEVICES);

  it.each(ENDING_NAMES)("is dead when %s, and its owner goes on", async (ending) => {
    const { agent: owner } = await people.verified();
    service.clock.advance(HOUR);
    const end = await ENDINGS[ending]!(owner);
    const thief = copyOf(owner);
    const before = await sessionOf(owner);
    expect(await isSignedIn(thief)).toBe(true);

    const { status, setCookies } = await end(owner);

    expect(status).toBe(200);
    expect(setCookies).toHaveLength(1);
    expect(setCookies[0]).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await isSignedIn(thief)).toBe(false);
    expect(owner.cookies.get("session")).not.toBe(thief.cookies.get("session"));
    expect(await sessionOf(owner)).toEqual(before);
  });

  it.each(ENDING_NAMES)(
    "that comes at the same time as its owner when %s: one of them is done, and the other opens and does nothing",
    async (ending) => {
      const { agent: owner } = await people.verified();
      const end = await ENDINGS[ending]!(owner);
      const copies = [owner, copyOf(owner)];
      const replies = await Promise.all(copies.map((copy) => end(copy)));
      const isLink = ending.startsWith("the email");
      const done = replies.filter(({ status }) => status === 200);
      const refused = replies.filter(({ status }) => status !== 200);
      expect([done.length, refused.length]).toEqual([1, 1]);
      // The link was used up by the first, so that the second has nothing to show.
      expect(refused[0]!.status).toBe(isLink ? 400 : 401);
      if (!isLink) expect(refused[0]!.body).toMatchObject({ code: "UNAUTHORIZED" });
      expect(refused[0]!.setCookies.filter((cookie) => /^session=./.test(cookie))).toEqual([]);
      const live = copies[replies.indexOf(done[0]!)]!;
      expect(await countSessions(live)).toBe(1);
      for (const copy of copies) expect(await isSignedIn(copy)).toBe(copy === live);
    },
  );

  it("stays as short as it was, where the browser was not to remember the session", async () => {
    const { email } = await people.verified();
    const agent = service.agent(people.newNetwork());
    await agent.post(SIGN_IN, { email, password: PASSWORD, rememberMe: false });
    const { setCookies } = await agent.post(REVOKE_OTHERS);
    expect(setCookies[0]).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    service.clock.advance(DAY);
    expect(await isSignedIn(agent)).toBe(false);
  });

  it("makes no session fresh by ending the others", async () => {
    const { agent } = await people.verified();
    service.clock.advance(2 * DAY);
    expect((await agent.post(REVOKE_OTHERS)).status).toBe(200);
    expect(
      await agent.post("/api/auth/change-email", { newEmail: people.newEmail() }),
    ).toMatchObject({ status: 403, body: { code: "SESSION_NOT_FRESH" } });
  });

  it.each(["with a session of another user", "without a session"])(
    "is dead when the email address is confirmed %s, with every other session",
    async (how) => {
      const { agent: owner } = await people.verified();
      const token = await linkToNewEmail(owner);
      const elsewhere = how.startsWith("with a")
        ? (await people.verified()).agent
        : service.agent(people.newNetwork());
      const cookies = new Map(elsewhere.cookies);
      const reply = await elsewhere.post(CONFIRM, { token });
      expect(reply).toMatchObject({ status: 200, setCookies: [] });
      expect(elsewhere.cookies).toEqual(cookies);
      expect(await isSignedIn(owner)).toBe(false);
    },
  );

  it("that is the first to end the others is told of by mail, as the end of all is; one that ended none is not", async () => {
    const { email, agent: owner } = await people.verified();
    const thief = copyOf(owner);
    await thief.post(REVOKE_OTHERS);
    await service.auth.worker.runDue();
    expect(toldOf(email)).toHaveLength(0);
    await people.signIn(email, PASSWORD);
    await thief.post(REVOKE_OTHERS);
    await service.auth.worker.runDue();
    expect(toldOf(email)).toHaveLength(1);
    expect(toldOf(email)[0]!.text).toContain("except the one that did it");
    expect(toldOf(email)[0]!.text).toContain("sign out everywhere, this device too");
    expect(toldOf(email)[0]!.text).toContain("/account#sessions");
    expect((await thief.post("/api/auth/revoke-sessions")).status).toBe(200);
    await service.auth.worker.runDue();
    expect(toldOf(email)).toHaveLength(2);
  });
});

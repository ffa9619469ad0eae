import { type Client, type EmailAddress, Secret, toId, type UserId } from "@acme/auth-core";
import { DAY, HOUR } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeEach, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, ME, PASSWORD } from "../leaving.js";

const COOKIE = "known-browser";
const SET = /^known-browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/;
const MOST_BROWSERS = 20;

describeService("the browsers of a user", (service) => {
  let leaving: ReturnType<typeof createLeaving>;
  let people = 0;
  let email: string;
  /** The browser in which the user has signed up and verified the email address. */
  let home: Agent;

  beforeEach(async () => {
    leaving = createLeaving(service);
    email = `browsing${++people}@example.com`;
    home = await leaving.member(email);
  });

  /** How many notices of a new browser the user has been sent. */
  const told = async (): Promise<number> => {
    await leaving.deliver();
    return leaving.subjectsTo(email).filter((subject) => /new sign-in|new browser/i.test(subject))
      .length;
  };
  const set = ({ setCookies }: Reply): readonly string[] =>
    setCookies.filter((cookie) => cookie.startsWith(`${COOKIE}=`));
  const signIn = async (agent: Agent): Promise<Reply> => {
    const reply = await leaving.signIn(email, agent);
    expect(reply.status).toBe(200);
    return reply;
  };
  const signOut = (agent: Agent) => agent.post("/api/auth/sign-out");
  const isKnown = async (agent: Agent): Promise<boolean> => {
    const before = await told();
    await signOut(agent);
    await signIn(agent);
    return (await told()) === before;
  };
  const withCode = async (agent: Agent) => {
    await agent.post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    await leaving.deliver();
    const otp = service.inbox.codeFor(email);
    expect((await agent.post("/api/auth/email-otp/sign-in", { email, otp })).status).toBe(200);
  };

  it("are known by a cookie for 400 days, which a completed sign-in sets and nothing else", async () => {
    const other = service.agent();
    expect(set(await other.post("/api/auth/sign-in", { email, password: "wrong" }))).toEqual([]);
    expect(set(await other.get("/api/auth/get-session"))).toEqual([]);
    const [cookie = ""] = set(await signIn(other));
    expect(cookie).toMatch(SET);
    expect(set(await other.get(ME))).toEqual([]);
    expect(set(await signOut(other))).toEqual([]);
    // The same browser keeps its own, for 400 days more.
    expect(set(await signIn(other))).toEqual([cookie]);
    const rows = JSON.stringify(await service.rows());
    expect(rows).not.toContain(other.cookies.get(COOKIE));
  });

  it("are told of after a sign-in in a program that does not tell browsers apart", async () => {
    email = `embedded${people}@example.com`;
    const client: Client = {
      ipAddress: null,
      network: email,
      userAgent: null,
      sessionToken: null,
      browserToken: null,
      organization: null,
    };
    const password = new Secret(PASSWORD);
    const credentials = { email: asChecked<EmailAddress>(email), password, redirectTo: null };
    const { user } = await service.auth.passwords.signUp(
      { ...credentials, name: "Ada", image: null },
      client,
    );
    const operator = { operator: "support", keepsCredentials: true } as const;
    await service.auth.users.markEmailVerified(user.id, operator);
    await service.auth.passwords.signIn(credentials, client);
    await signIn(service.agent());
    expect(await told()).toBe(1);
  });

  it("are told of by mail when another one signs in, with the device and the network, once", async () => {
    const other = service.agent("127.9.0.1");
    expect(await told()).toBe(0);
    await signIn(other);
    expect(await told()).toBe(1);
    expect(service.inbox.last(email).text).toContain("127.9.0.1");
    await signOut(other);
    await signIn(other);
    await signIn(home);
    expect(await told()).toBe(1);
    // A cookie that is none of ours is replaced, and known to nobody.
    const forged = service.agent();
    forged.cookies.set(COOKIE, "x".repeat(42));
    expect(set(await signIn(forged))[0]).toMatch(SET);
    expect(await told()).toBe(2);
  });

  it("are not told of by code, which has just proven the mailbox", async () => {
    const other = service.agent();
    await withCode(other);
    expect(await told()).toBe(0);
    expect(await isKnown(other)).toBe(true);
  });

  it("are told of when another one renews a copied session with the password, and not when the same one does", async () => {
    await signIn(home);
    expect(await told()).toBe(0);
    const thief = service.agent("127.9.0.2");
    thief.cookies.set("session", home.cookies.get("session")!);
    await signIn(thief);
    expect(await told()).toBe(1);
    expect(service.inbox.last(email).text).toContain("127.9.0.2");
  });

  it("are forgotten when their session is ended from another, and stay known after signing out", async () => {
    const other = service.agent();
    await signIn(other);
    const endFrom = async (agent: Agent, ended: Agent) => {
      const { body } = await ended.get("/api/auth/get-session");
      const { session } = readJson(body, { session: { id: "string" } });
      const reply = await agent.post("/api/auth/revoke-session", { id: session.id });
      expect(reply.status).toBe(200);
    };
    await endFrom(home, other);
    service.clock.advance(HOUR);
    expect([await isKnown(home), await isKnown(other)]).toEqual([true, false]);
    await endFrom(other, other);
    expect(await isKnown(other)).toBe(true);
  });

  it("begin with the first sign-in ever, which is not told", async () => {
    email = `created${people}@example.com`;
    await service.auth.users.create({
      email: asChecked<EmailAddress>(email),
      operator: "jane: hired",
    });
    await leaving.deliver();
    const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1);
    const choosing = { newPassword: PASSWORD, token };
    expect((await service.agent().post("/api/auth/reset-password", choosing)).status).toBe(200);
    // Nobody could have been in before, so nothing is said of an account that is theirs alone
    // again.
    await leaving.deliver();
    expect(leaving.subjectsTo(email).filter((subject) => /alone/.test(subject))).toEqual([]);
    const [first, second] = [service.agent(), service.agent()];
    await signIn(first);
    expect(await told()).toBe(0);
    await signIn(second);
    expect(await told()).toBe(1);
  });

  it("are forgotten with the sessions: the others with the others, all with all", async () => {
    const [one, other] = [home, service.agent()];
    await signIn(other);
    const next = `${PASSWORD} changed`;
    const changing = { currentPassword: PASSWORD, newPassword: next };
    expect((await one.post("/api/auth/change-password", changing)).status).toBe(200);
    const back = { currentPassword: next, newPassword: PASSWORD };
    expect((await one.post("/api/auth/change-password", back)).status).toBe(200);
    expect([await isKnown(one), await isKnown(other)]).toEqual([true, false]);

    await one.post("/api/auth/revoke-other-sessions");
    expect([await isKnown(one), await isKnown(other)]).toEqual([true, false]);
    await one.post("/api/auth/revoke-sessions");
    service.clock.advance(HOUR);
    expect([await isKnown(one), await isKnown(other)]).toEqual([false, false]);

    const userId = toId<UserId>(await leaving.idOf(one));
    await service.auth.users.endSessions(userId, { operator: "jane: lost phone" });
    service.clock.advance(HOUR);
    expect([await isKnown(one), await isKnown(other)]).toEqual([false, false]);

    await service.agent().post("/api/auth/email-otp/request-password-reset", { email });
    await leaving.deliver();
    const otp = service.inbox.codeFor(email);
    const reset = { email, otp, password: PASSWORD };
    expect((await service.agent().post("/api/auth/email-otp/reset-password", reset)).status).toBe(
      200,
    );
    service.clock.advance(HOUR);
    expect([await isKnown(one), await isKnown(other)]).toEqual([false, false]);
  });

  it("have nothing in common with those of another user, who has signed in with the same", async () => {
    const neighbour = `neighbour${people}@example.com`;
    await leaving.member(neighbour);
    await signOut(home);
    expect((await leaving.signIn(neighbour, home)).status).toBe(200);
    await leaving.deliver();
    expect(leaving.subjectsTo(neighbour).join()).toMatch(/new sign-in|new browser/i);
    await signOut(home);
    expect(await isKnown(home)).toBe(true);
    const rows = (await service.rows()).filter(({ table }) => table === "auth_known_browser");
    const hashes = rows.map((row) => /"browser_hash":"([^"]+)"/.exec(JSON.stringify(row))?.[1]);
    expect(new Set(hashes).size).toBe(rows.length);
  });

  it("are twenty: one more forgets the one not seen for longest", async () => {
    const others: Agent[] = [];
    for (let count = 0; count < MOST_BROWSERS; count++) {
      service.clock.advance(HOUR);
      const agent = service.agent();
      await signIn(agent);
      others.push(agent);
    }
    service.clock.advance(DAY);
    expect(await isKnown(others[0]!)).toBe(true);
    service.clock.advance(DAY);
    expect(await isKnown(home)).toBe(false);
  });
});

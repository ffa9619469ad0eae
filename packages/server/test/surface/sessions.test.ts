import { DAY, HOUR, MINUTE } from "@acme/auth-core/surface";
import { objectContaining, stringMatching } from "@acme/auth-testing/matchers";
import { orNull, readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { SIGN_IN_BY_CODE } from "../service.js";

const SESSION_BODY = { id: "string", token: "string", updatedAt: "string" } as const;

describeService("sessions over HTTP", { hosts: "both" }, (service) => {
  let people = 0;
  const newAddress = () => `person${++people}@example.com`;
  const signInAgain = async (agent: Agent, email: string) =>
    agent.post(SIGN_IN_BY_CODE, { email, otp: await service.codeFor(email, agent) });
  const sessionOf = async (agent: Agent) =>
    readJson((await agent.get("/api/auth/get-session")).body, orNull({ session: SESSION_BODY }))
      ?.session;
  const isSignedIn = async (agent: Agent) => (await agent.get("/api/v1/auth/me")).status === 200;

  it("shows the session and its user, and null to all others", async () => {
    const email = newAddress();
    const agent = await service.signedIn(email);
    const start = service.clock.now();
    const reply = await agent.get("/api/auth/get-session", { "user-agent": "ignored" });
    const id = stringMatching(/^[0-9a-f-]{36}$/);
    expect(reply.body).toEqual({
      session: {
        id,
        token: id,
        userId: id,
        createdAt: start.toISOString(),
        updatedAt: start.toISOString(),
        expiresAt: new Date(start.getTime() + 7 * DAY).toISOString(),
        authenticatedAt: start.toISOString(),
        ipAddress: "127.0.0.1",
        userAgent: null,
        activeOrganizationId: null,
      },
      user: objectContaining({ email }),
    });
    const { session } = readJson(reply.body, { session: SESSION_BODY });
    expect(session.token).toBe(session.id);
    expect((await service.agent().get("/api/auth/get-session")).text).toBe("null");
  });

  it("takes the session from its cookie and from nowhere else", async () => {
    const token = (await service.signedIn(newAddress())).cookies.get("session")!;
    const stranger = service.agent();
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { "x-session": token },
      { cookie: `Session=${token}` },
      { cookie: `__Host-session=${token}` },
    ]) {
      expect((await stranger.get("/api/v1/auth/me", headers)).status).toBe(401);
    }
    expect((await stranger.get(`/api/v1/auth/me?session=${token}`)).status).toBe(401);
    expect(
      (await stranger.get("/api/v1/auth/me", { cookie: `session=${token}; session=${token}` }))
        .status,
    ).toBe(401);
    expect(
      (await stranger.get("/api/v1/auth/me", { cookie: `a=b; session=${token}` })).status,
    ).toBe(200);
  });

  it("never adopts a cookie that was there before the sign-in", async () => {
    const agent = service.agent();
    const planted = "A".repeat(43);
    agent.cookies.set("session", planted);
    await signInAgain(agent, newAddress());
    expect(agent.cookies.get("session")).not.toBe(planted);
    expect(await isSignedIn(agent)).toBe(true);
  });

  it("goes on under a new token when the same user signs in again, and the old token is dead", async () => {
    const email = newAddress();
    const agent = await service.signedIn(email);
    const before = await sessionOf(agent);
    const oldCookie = agent.cookies.get("session")!;
    service.clock.advance(HOUR);
    await signInAgain(agent, email);
    const after = await sessionOf(agent);
    expect(after).toMatchObject({
      id: before!.id,
      authenticatedAt: service.clock.now().toISOString(),
    });
    expect(agent.cookies.get("session")).not.toBe(oldCookie);
    expect(
      (await service.agent().get("/api/v1/auth/me", { cookie: `session=${oldCookie}` })).status,
    ).toBe(401);
  });

  it("ends another user's session that was presented with a sign-in", async () => {
    const agent = await service.signedIn(newAddress());
    const first = agent.cookies.get("session")!;
    await signInAgain(agent, newAddress());
    expect(
      (await service.agent().get("/api/v1/auth/me", { cookie: `session=${first}` })).status,
    ).toBe(401);
    expect(await isSignedIn(agent)).toBe(true);
  });

  it("lists the caller's sessions, newest first, and ends one by its id", async () => {
    const email = newAddress();
    const phone = await service.signedIn(email);
    service.clock.advance(1);
    const laptop = await service.signedIn(email, "127.0.0.2");
    const list = readJson((await laptop.get("/api/auth/list-sessions")).body, [
      { id: "string", token: "string", current: "boolean", ipAddress: "string" },
    ]);
    expect(list.map(({ current, ipAddress }) => [current, ipAddress])).toEqual([
      [true, "127.0.0.2"],
      [false, "127.0.0.1"],
    ]);

    const stranger = await service.signedIn(newAddress());
    expect((await stranger.post("/api/auth/revoke-session", { id: list[1]!.id })).body).toEqual({
      status: true,
    });
    expect(await isSignedIn(phone)).toBe(true);

    expect(await laptop.post("/api/auth/revoke-session", { token: list[1]!.token })).toMatchObject({
      body: { status: true },
      setCookies: [],
    });
    expect(await isSignedIn(phone)).toBe(false);
    const last = await laptop.post("/api/auth/revoke-session", { id: list[0]!.id });
    expect(last.setCookies[0]).toBe("session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    expect(await isSignedIn(laptop)).toBe(false);
  });

  it("ends all the others, or all of them", async () => {
    const email = newAddress();
    const [one, two, three] = [
      await service.signedIn(email),
      await service.signedIn(email),
      await service.signedIn(email),
    ];
    expect((await one.post("/api/auth/revoke-other-sessions")).body).toEqual({ status: true });
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([
      true,
      false,
      false,
    ]);
    const four = await service.signedIn(email);
    expect((await one.post("/api/auth/revoke-sessions")).setCookies).toHaveLength(2);
    expect([await isSignedIn(one), await isSignedIn(four)]).toEqual([false, false]);
  });

  it("signs out once and for all, and without a session too", async () => {
    const agent = await service.signedIn(newAddress());
    const cookie = `session=${agent.cookies.get("session")!}`;
    const reply = await agent.post("/api/auth/sign-out");
    expect(reply.body).toEqual({ success: true });
    expect(reply.setCookies).toEqual([
      "session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
      "active-org=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect((await service.agent().get("/api/v1/auth/me", { cookie })).status).toBe(401);
    expect((await agent.post("/api/auth/sign-out")).body).toEqual({ success: true });
  });

  it("ends a session that was idle for seven days, at that very instant", async () => {
    const agent = await service.signedIn(newAddress());
    service.clock.advance(7 * DAY - 1);
    expect(await isSignedIn(agent)).toBe(true);
    const idle = await service.signedIn(newAddress());
    service.clock.advance(7 * DAY);
    expect(await isSignedIn(idle)).toBe(false);
  });

  it("keeps a used session alive up to thirty days after its sign-in, and no longer", async () => {
    const agent = await service.signedIn(newAddress());
    for (let day = 0; day < 29; day++) {
      service.clock.advance(DAY);
      expect(await isSignedIn(agent)).toBe(true);
      await service.auth.sessions.flushTouches();
    }
    service.clock.advance(DAY - 1);
    expect(await isSignedIn(agent)).toBe(true);
    service.clock.advance(1);
    expect(await isSignedIn(agent)).toBe(false);
  });

  it("writes down that a session is in use at most once an hour", async () => {
    const agent = await service.signedIn(newAddress());
    const seenAt = async () => (await sessionOf(agent))!.updatedAt;
    const start = service.clock.now().toISOString();
    service.clock.advance(59 * MINUTE);
    await isSignedIn(agent);
    await service.auth.sessions.flushTouches();
    expect(await seenAt()).toBe(start);
    service.clock.advance(MINUTE);
    await isSignedIn(agent);
    await service.auth.sessions.flushTouches();
    expect(await seenAt()).toBe(service.clock.now().toISOString());
  });

  it("keeps a hundred sessions of a user and ends the oldest beyond that", async () => {
    const email = newAddress();
    const password = "three green bicycles";
    const signUp = service.agent();
    await signUp.post("/api/auth/sign-up", { email, password });
    const signIn = async () => {
      service.clock.advance(4 * MINUTE);
      const agent = service.agent();
      expect((await agent.post("/api/auth/sign-in", { email, password })).status).toBe(200);
      return agent;
    };
    for (let i = 0; i < 99; i++) await signIn();
    expect(await isSignedIn(signUp)).toBe(true);
    const last = await signIn();
    expect(await isSignedIn(signUp)).toBe(false);
    expect((await last.get("/api/auth/list-sessions")).body).toHaveLength(100);
  });
});

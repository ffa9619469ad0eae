import { MINUTE } from "@acme/auth-core/surface";
import { anyString, objectContaining } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { APP_ORIGIN } from "../service.js";
import { FETCH, FORM } from "./browser-requests.js";

const SEND = "/api/auth/magic-link/send";
const VERIFY = "/api/auth/magic-link/verify";
const HOSTILE = [
  ...[
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/%2Fevil.test",
    "/%5Cevil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://evil.test",
  ],
  ...[
    `${APP_ORIGIN}.evil.test`,
    `${APP_ORIGIN}@evil.test`,
    "http://user:pass@app.test:3004/",
    "https://app.test:3004/",
    "http://app.test/",
    "/a\nb",
    "/a\u0000b",
    "/a\tb",
  ],
];

const OPTIONS = { section: "Magic link", hosts: "both" } as const;

describeService("magic links over HTTP", OPTIONS, (service) => {
  let people = 0;
  const newAddress = () => `person${++people}@example.com`;

  async function linkFor(email: string, extra: object = {}, path = SEND): Promise<URL> {
    const reply = await service.agent().post(path, { email, ...extra });
    expect([reply.status, reply.body]).toEqual([200, { status: true }]);
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(email));
  }
  const tokenIn = (link: URL): string => link.searchParams.get("token")!;
  const open = (link: URL, headers: Record<string, string> = {}, agent = service.agent()) =>
    agent.get(link.pathname + link.search, headers);
  /** What the browser posts when the button of the opened page is pressed. */
  async function press(link: URL, agent: Agent = service.agent()) {
    const page = await open(link, {}, agent);
    const fields = [
      ...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
    ].map(([, name, value]): [string, string] => [name!, value!.replaceAll("&amp;", "&")]);
    return agent.send(VERIFY, {
      method: "POST",
      headers: FORM,
      body: new URLSearchParams(fields).toString(),
    });
  }
  const me = async (agent: Agent) =>
    readJson((await agent.get("/api/v1/auth/me")).body, {
      id: "string",
      email: "string",
      emailVerified: "boolean",
      name: "string",
    });

  it.each([SEND, "/api/v1/auth/magic-link/send", "/api/auth/sign-in/magic-link"])(
    "are asked for at %s",
    async (path) => {
      const link = await linkFor(newAddress(), {}, path);
      expect(link.origin + link.pathname).toBe(service.url + VERIFY);
      expect([...link.searchParams.keys()]).toEqual(["token"]);
      expect(tokenIn(link)).toMatch(/^[\w-]{43}$/);
    },
  );

  it("are not used up by being opened, twenty times over", async () => {
    const email = newAddress();
    const link = await linkFor(email);
    for (let i = 0; i < 10; i++) {
      const page = await open(link);
      expect(page).toMatchObject({ status: 200, setCookies: [] });
      expect(page.text).toContain(email);
      expect(
        await service.agent().send(link.pathname + link.search, { method: "HEAD", headers: FETCH }),
      ).toMatchObject({
        status: 200,
        setCookies: [],
      });
      for (const headers of [
        { ...FETCH, "sec-purpose": "prefetch" },
        { ...FETCH, origin: "https://evil.test" },
        { ...FETCH, "sec-fetch-mode": "navigate" },
      ])
        expect((await open(link, headers)).setCookies).toEqual([]);
    }
    expect((await press(link)).setCookies).toEqual([
      expect.stringMatching(/^session=/),
      expect.stringMatching(/^known-browser=/),
    ]);
  });

  it("sign in at the press of the button, create who is new, and lead on", async () => {
    const email = newAddress();
    const link = await linkFor(email, {
      name: "Ada",
      callbackURL: "/inbox?a=1&b=2",
      newUserCallbackURL: "/welcome",
    });
    const agent = service.agent();
    expect(await press(link, agent)).toMatchObject({
      status: 303,
      headers: { location: `${APP_ORIGIN}/welcome` },
    });
    expect(await me(agent)).toMatchObject({ email, emailVerified: true, name: "Ada" });
    const { entries } = readJson((await agent.get("/api/v1/me/activity")).body, {
      entries: ["object"],
    });
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: "session.opened",
        detail: objectContaining({ method: "magic-link" }),
      }),
    );
    const again = await linkFor(email, {
      callbackURL: "/inbox?a=1&b=2",
      newUserCallbackURL: "/welcome",
    });
    expect(await press(again)).toMatchObject({
      status: 303,
      headers: { location: `${APP_ORIGIN}/inbox?a=1&b=2` },
    });
    expect(await press(await linkFor(email))).toMatchObject({
      status: 303,
      headers: { location: `${APP_ORIGIN}/` },
    });
  });

  it("sign in by JSON, and by the front end's own fetch, with a body that names no token", async () => {
    const email = newAddress();
    const agent = service.agent();
    const reply = await agent.post(VERIFY, { token: tokenIn(await linkFor(email)) });
    expect(reply).toMatchObject({
      status: 200,
      body: { token: null, user: { email }, session: { userId: anyString() } },
    });
    expect(await me(agent)).toMatchObject({ email });
    const browser = service.agent();
    expect(await open(await linkFor(email), FETCH, browser)).toMatchObject({
      status: 200,
      body: { token: null, user: { email } },
    });
    expect(await me(browser)).toMatchObject({ email });
    expect(await open(await linkFor(email, { callbackURL: "/done" }), FETCH)).toMatchObject({
      status: 302,
      headers: { location: `${APP_ORIGIN}/done` },
    });
  });

  it("make a stale session of the same user fresh again and keep it", async () => {
    const email = newAddress();
    const agent = service.agent();
    await press(await linkFor(email), agent);
    const { id } = readJson((await agent.get("/api/auth/get-session")).body, {
      session: { id: "string" },
    }).session;
    service.clock.advance(24 * 60 * MINUTE);
    expect((await agent.post("/api/auth/change-email", { newEmail: newAddress() })).status).toBe(
      403,
    );
    await press(await linkFor(email), agent);
    expect((await agent.get("/api/auth/get-session")).body).toMatchObject({ session: { id } });
    expect((await agent.post("/api/auth/change-email", { newEmail: newAddress() })).status).toBe(
      200,
    );
  });

  it("work once, for ten minutes, and only the newest", async () => {
    const email = newAddress();
    const first = await linkFor(email, { errorCallbackURL: "/sign-in" });
    const second = await linkFor(email, { errorCallbackURL: "/sign-in" });
    const dead = async (link: URL) => {
      expect(await service.agent().post(VERIFY, { token: tokenIn(link) })).toMatchObject({
        status: 400,
        body: { code: "INVALID_TOKEN" },
      });
      expect(await open(link, FETCH)).toMatchObject({
        status: 302,
        headers: { location: `${APP_ORIGIN}/sign-in?error=INVALID_TOKEN` },
        setCookies: [],
      });
      const page = await open(link);
      expect(page.status).toBe(400);
      expect(page.text).not.toContain("<button");
    };
    await dead(first);
    expect((await service.agent().post(VERIFY, { token: tokenIn(second) })).status).toBe(200);
    await dead(second);
    const late = await linkFor(email, { errorCallbackURL: "/sign-in" });
    service.clock.advance(10 * MINUTE);
    await dead(late);
    expect(await service.agent().get(`${VERIFY}?token=nonsense`, FETCH)).toMatchObject({
      status: 400,
      body: { code: "INVALID_TOKEN" },
    });
  });

  it("a button that is pressed too late leads to the place for errors, else to the usual one, else says so", async () => {
    const body = (fields: Record<string, string>) => ({
      method: "POST",
      headers: FORM,
      body: new URLSearchParams({ token: "nonsense", ...fields }).toString(),
    });
    const late = (fields: Record<string, string>) => service.agent().send(VERIFY, body(fields));
    expect(await late({ callbackURL: "/in", errorCallbackURL: "/sign-in?x=1" })).toMatchObject({
      status: 303,
      headers: { location: `${APP_ORIGIN}/sign-in?x=1&error=INVALID_TOKEN` },
    });
    expect(await late({ callbackURL: "/in" })).toMatchObject({
      status: 303,
      headers: { location: `${APP_ORIGIN}/in?error=INVALID_TOKEN` },
    });
    const page = await late({});
    expect(page.status).toBe(400);
    expect(page.text).toContain("This link doesn&#39;t work");
  });

  it("fifty parallel uses of one link open one session", async () => {
    const email = newAddress();
    const token = tokenIn(await linkFor(email));
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => service.agent().post(VERIFY, { token })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(49);
  });

  it.each(["callbackURL", "newUserCallbackURL", "errorCallbackURL"])(
    "a hostile place is refused as %s, when it is stored and when it is used",
    async (field) => {
      await expectOfEach(HOSTILE, String, async (place) => {
        const refused = { status: 403, body: { code: "INVALID_CALLBACK_URL" } };
        for (const path of [SEND, "/api/v1/auth/magic-link/send", "/api/auth/sign-in/magic-link"])
          expect(
            await service.agent().post(path, { email: "ada@example.com", [field]: place }),
          ).toMatchObject(refused);
        const tampered = new URL(VERIFY, service.url);
        tampered.searchParams.set("token", "nonsense");
        tampered.searchParams.set(field, place);
        expect(await open(tampered)).toMatchObject(refused);
        expect(await open(tampered, FETCH)).toMatchObject(refused);
        expect(
          await service.agent().send(VERIFY, {
            method: "POST",
            headers: FORM,
            body: tampered.searchParams.toString(),
          }),
        ).toMatchObject(refused);
      });
    },
  );
});

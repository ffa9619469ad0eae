import { type Client, createAuth, parseEmailAddress, Secret } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createDispatch } from "../kernel/dispatch.js";
import { isUserWrite } from "../site/families.js";
import { createSite } from "../site/site.js";
import { revokeSession } from "./session.routes.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const nobody: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const ada = parseEmailAddress("ada@example.com")!;

async function openWorld() {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const log: string[] = [];
  const write = (event: string) => void log.push(event);
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    logger: { debug() {}, info: write, warn: write, error: write },
    ports: {
      clock: createFixedClock(),
      random: createSeededRandom(),
      scheduler: createManualScheduler(),
    },
  });
  const breaches: Error[] = [];
  const { dispatch } = createDispatch({
    auth,
    site,
    sections: [],
    isUserWrite,
    onBreach: (breach) => breaches.push(breach),
  });

  async function signIn() {
    await auth.emailOtp.send(ada, "sign-in", nobody);
    await auth.worker.runDue();
    return auth.emailOtp.signIn({ email: ada, otp: new Secret(inbox.codeFor(ada)) }, nobody);
  }

  /** Asks to end a session, as the holder of `token`. */
  function revoke(token: Secret, body: unknown) {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const headers: Readonly<Record<string, string>> = {
      cookie: `__Host-session=${token.reveal()}`,
      "content-type": "application/json",
      "content-length": String(bytes.length),
    };
    const { method, path } = revokeSession;
    const request = {
      method,
      path,
      query: "",
      peer: nobody,
      header: (name: string) => headers[name],
      readBody: () => Promise.resolve({ bytes }),
    };
    return dispatch({ route: revokeSession, params: {} }, request);
  }
  return { auth, log, breaches, signIn, revoke };
}

const DONE = { status: 200, body: '{"status":true}' };

describe("ending a session by its id", () => {
  it.each(["id", "token"])("works by its handle under the name %s", async (name) => {
    const { auth, signIn, revoke, log } = await openWorld();
    const [kept, lost] = [await signIn(), await signIn()];
    log.length = 0;
    expect(await revoke(kept.token, { [name]: lost.session.id })).toMatchObject({
      ...DONE,
      cookies: [],
    });
    expect(
      await auth.sessions.identify({ sessionToken: lost.token, organization: null }),
    ).toBeNull();
    expect(log).toEqual(["session_revoked"]);
  });

  it("clears the cookie of a caller who ends the present session", async () => {
    const { signIn, revoke } = await openWorld();
    const { token, session } = await signIn();
    const reply = await revoke(token, { id: session.id });
    expect(reply).toMatchObject(DONE);
    expect(reply.cookies.map((cookie) => cookie.split(";", 1)[0])).toEqual([
      "__Host-session=",
      "active-org=",
    ]);
  });

  it.each([
    "\u0000",
    "x\u001b[31m\r\nfake",
    "'; drop table auth_session; --",
    "é",
    "unknown-but-shaped-like-an-id",
    "",
    "a".repeat(65),
  ])("is done when there is none by the id %j: no error, and no line in the log", async (id) => {
    const { signIn, revoke, log, breaches } = await openWorld();
    const { token } = await signIn();
    log.length = 0;
    expect(await revoke(token, { id })).toMatchObject(DONE);
    expect(await revoke(token, { token: id })).toMatchObject(DONE);
    expect([log, breaches]).toEqual([[], []]);
  });

  it.each([{}, { id: 1 }, { token: null }, []])("is refused without an id: %j", async (body) => {
    const { signIn, revoke, breaches } = await openWorld();
    const { token } = await signIn();
    expect((await revoke(token, body)).body).toContain('"code":"VALIDATION_ERROR"');
    expect(breaches).toEqual([]);
  });
});

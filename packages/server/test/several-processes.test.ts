import { readJson } from "@acme/auth-testing/read-json";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Agent, createAgent } from "./agent.js";
import { newDatabase, returnDatabase } from "./prepared-databases.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { type ReferenceServer, startReferenceServer } from "./processes/reference-server.js";
import { DATABASES, SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";
import { ACCEPT, ORGANIZATIONS } from "./teams.js";

const ME = "/api/v1/auth/me";
const LIMIT = 40;
const WAITS = { timeout: 20_000, interval: 20 };
/**
 * Each request has a connection of its own, and the processes take connections in turn: so many
 * reach each of them twice.
 */
const TURNS = 4;

let program: string;
beforeAll(async () => {
  program = await bundleProgram("../../src/main");
});

describe.each(DATABASES)("two serving processes over one %s database", (database) => {
  let server: ReferenceServer;
  let location: string;
  let clients = 0;

  beforeAll(async () => {
    location = await newDatabase(database);
    server = await startReferenceServer({
      program,
      settings: {
        WEB_CONCURRENCY: "2",
        AUTH_IP_LIMIT: String(LIMIT),
        DATABASE_URL: database === "sqlite" ? `sqlite:${location}` : location,
      },
      awaited: { event: "listening", times: 2 },
    });
  }, 60_000);
  afterAll(async () => {
    server.child.kill("SIGKILL");
    await returnDatabase(database, location);
  });

  /** A client with an IP address of its own, so that tests share no limit. */
  const newClient = (): Agent =>
    createAgent({ url: `http://127.0.0.1:${server.port}`, from: `127.0.7.${++clients}` });

  async function signIn(email: string): Promise<Agent> {
    const agent = newClient();
    const before = server.mails.length;
    expect((await agent.post(SEND_CODE, { email, type: "sign-in" })).status).toBe(200);
    const mail = await vi.waitFor(() => {
      const found = server.mails.slice(before).find(({ to }) => to === email);
      if (!found) throw new Error(`no mail to ${email} yet`);
      return found;
    }, WAITS);
    const otp = /^\d{6}$/m.exec(mail.text)?.[0];
    expect((await agent.post(SIGN_IN_BY_CODE, { email, otp })).status).toBe(200);
    return agent;
  }

  /** The statuses of as many answers as it takes for each process to give some. */
  async function statusesOf(agent: Agent, path: string): Promise<readonly number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) statuses.push((await agent.get(path)).status);
    return statuses;
  }

  it("refuse a revoked session on the very next request, in each of them", async () => {
    const agent = await signIn("ada@example.com");
    expect(await statusesOf(agent, ME)).toEqual([200, 200, 200, 200]);
    const thief = newClient();
    for (const [name, value] of agent.cookies) thief.cookies.set(name, value);
    expect((await agent.post("/api/auth/sign-out")).status).toBe(200);
    expect(await statusesOf(thief, ME)).toEqual([401, 401, 401, 401]);
  });

  it("refuse what a changed role no longer permits on the very next request, in each of them", async () => {
    const owner = await signIn("olga@example.com");
    const admin = await signIn("adam@example.com");
    const { id } = readJson((await owner.post(ORGANIZATIONS, { name: "Acme" })).body, {
      id: "string",
    });
    const invitations = `${ORGANIZATIONS}/${id}/invitations`;
    const invited = await owner.post(invitations, { email: "adam@example.com", role: "admin" });
    const invitationId = readJson(invited.body, { id: "string" }).id;
    expect((await admin.post(ACCEPT, { invitationId })).status).toBe(200);
    expect(await statusesOf(admin, invitations)).toEqual([200, 200, 200, 200]);

    const { members } = readJson((await owner.get(`${ORGANIZATIONS}/${id}/members`)).body, {
      members: [{ id: "string", role: "string" }],
    });
    const membership = members.find(({ role }) => role === "admin")!.id;
    const demoted = await owner.send(`${ORGANIZATIONS}/${id}/members/${membership}`, {
      method: "PATCH",
      body: { role: "member" },
    });
    expect(demoted.status).toBe(200);
    expect(await statusesOf(admin, invitations)).toEqual([403, 403, 403, 403]);
  });

  it("count the requests of a client together", async () => {
    const client = newClient();
    const replies = await Promise.all(
      Array.from({ length: 2 * LIMIT }, () =>
        client.post(SIGN_IN_BY_CODE, { email: "eve@example.com", otp: "000000" }),
      ),
    );
    expect(replies.filter(({ status }) => status !== 429)).toHaveLength(LIMIT);
  });

  it("deliver each mail once, and stop when they are told to", async () => {
    const recipients = Array.from({ length: 20 }, (_, index) => `reader${index}@example.com`);
    const client = newClient();
    await Promise.all(
      recipients.map((email) => client.post(SEND_CODE, { email, type: "sign-in" })),
    );
    const delivered = () =>
      server.mails.map(({ to }) => to).filter((to) => recipients.includes(to));
    await vi.waitFor(() => expect(new Set(delivered()).size).toBe(recipients.length), WAITS);
    expect(await server.stop()).toEqual([0, null]);
    expect(delivered().toSorted()).toEqual(recipients.toSorted());
  });
});

import { toId, type UserId } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { idIn } from "../id-in.js";
import { createLeaving } from "../leaving.js";
import { authenticate, authenticatorOn, register } from "../passkeys.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "../service.js";
import { ORGANIZATIONS } from "../teams.js";

const PASSWORD = "correct horse battery staple";
const SIGN_UP = "/api/auth/sign-up/email";
const SIGN_IN = "/api/auth/sign-in/email";
const MANY = 30;
const OWNER = "127.7.0.1";
const OWNERS_BROWSER = { "user-agent": "the owner's own browser" };

const PAGE = {
  entries: [
    { event: "string", ipAddress: "string or null", userAgent: "string or null", detail: "object" },
  ],
} as const;

describeService("the audit log", (service) => {
  let people = 0;
  let networks = 0;
  afterEach(() => service.clock.advance(60 * MINUTE));

  const newAddress = () => `person${++people}@example.com`;
  const newNetwork = () => `127.8.${Math.floor(++networks / 250)}.${networks % 250}`;
  const activityOf = async (agent: Agent) =>
    readJson((await agent.get("/api/v1/me/activity?limit=100")).body, PAGE).entries;
  const countOf = async (agent: Agent, event: string) =>
    (await activityOf(agent)).filter((entry) => entry.event === event).length;

  /** A user with an unverified email address and a password, signed in. */
  async function signUp(): Promise<{ readonly email: string; readonly agent: Agent }> {
    const email = newAddress();
    const agent = service.agent(newNetwork());
    expect((await agent.post(SIGN_UP, { email, password: PASSWORD })).status).toBe(200);
    return { email, agent };
  }
  async function verified(): Promise<{ readonly email: string; readonly agent: Agent }> {
    const { email, agent } = await signUp();
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
    expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
    return { email, agent };
  }

  describe("holds equal entries once in ten minutes", () => {
    /**
     * Tries once in a while and at once; how often that was entered within ten minutes, and after
     * them.
     */
    async function entered(
      agent: Agent,
      event: string,
      attempt: () => Promise<unknown>,
    ): Promise<readonly number[]> {
      for (let times = 0; times < 3; times++) await attempt();
      await Promise.all(Array.from({ length: MANY }, attempt));
      service.clock.advance(10 * MINUTE - 1);
      await attempt();
      const within = await countOf(agent, event);
      service.clock.advance(1);
      await Promise.all(Array.from({ length: MANY }, attempt));
      return [within, await countOf(agent, event)];
    }

    it("of wrong passwords, from wherever they come", async () => {
      const { email, agent } = await verified();
      const attempt = () =>
        service.agent(newNetwork()).post(SIGN_IN, { email, password: "a wrong password" });
      expect(await entered(agent, "password.refused", attempt)).toEqual([1, 2]);
    });

    it("of wrong codes of one type", async () => {
      const { email, agent } = await verified();
      await service.agent().post(SEND_CODE, { email, type: "sign-in" });
      await Promise.all(
        Array.from({ length: 5 }, () =>
          service.agent(newNetwork()).post(SIGN_IN_BY_CODE, { email, otp: "00000x" }),
        ),
      );
      await service.auth.worker.runDue();
      const wrong = service.inbox.codeFor(email) === "000000" ? "111111" : "000000";
      await Promise.all(
        Array.from({ length: 5 }, () =>
          service.agent(newNetwork()).post(SIGN_IN_BY_CODE, { email, otp: wrong }),
        ),
      );
      expect(await countOf(agent, "code.refused")).toBe(1);
    });

    it("of sign-ups with a taken email address", async () => {
      const { email, agent } = await verified();
      const attempt = () =>
        service.agent(newNetwork()).post(SIGN_UP, { email, password: "some other password" });
      expect(await entered(agent, "user.sign_up_refused", attempt)).toEqual([1, 2]);
    });

    it("of refused passkeys", async () => {
      const { agent } = await verified();
      const authenticator = authenticatorOn();
      await register(agent, authenticator);
      const attempt = () =>
        authenticate(service.agent(newNetwork()), authenticator, { wrongSignature: true });
      for (let times = 0; times < 5; times++) expect((await attempt()).status).toBe(401);
      expect(await countOf(agent, "passkey.refused")).toBe(1);
      service.clock.advance(10 * MINUTE);
      await attempt();
      expect(await countOf(agent, "passkey.refused")).toBe(2);
    });

    it("of changes of one's profile: a free account cannot grow the log without bound", async () => {
      const { agent } = await verified();
      const change = (body: object) => async () =>
        expect((await agent.post("/api/auth/update-user", body)).status).toBe(200);
      expect(await entered(agent, "user.updated", change({ name: "Ada" }))).toEqual([1, 2]);
      for (let times = 0; times < MANY; times++) {
        await change({ image: null })();
        await change({ name: "Ada", image: null })();
      }
      expect(await countOf(agent, "user.updated")).toBe(4);
    });

    it("of changes of an organization, for each of those who make them", async () => {
      const { agent } = await verified();
      const { id } = readJson((await agent.post(ORGANIZATIONS, { name: "Acme" })).body, {
        id: "string",
      });
      const change = async () =>
        expect(
          (await agent.send(`${ORGANIZATIONS}/${id}`, { method: "PATCH", body: { name: "Acme" } }))
            .status,
        ).toBe(200);
      expect(await entered(agent, "organization.updated", change)).toEqual([1, 2]);
      const other = readJson((await agent.post(ORGANIZATIONS, { name: "Other" })).body, {
        id: "string",
      });
      await agent.send(`${ORGANIZATIONS}/${other.id}`, { method: "PATCH", body: { name: "Acme" } });
      expect(await countOf(agent, "organization.updated")).toBe(3);
    });

    it("of downloads of one export, from each network: who has the link cannot grow the log", async () => {
      const { agent } = await verified();
      const leaving = createLeaving(service);
      const [first, second] = [await leaving.readyExport(agent), await leaving.readyExport(agent)];
      const logged = () => service.logs.filter(({ event }) => event === "export_downloaded").length;
      const before = logged();
      const [here, there] = [service.agent(newNetwork()), service.agent(newNetwork())];
      const fetched = (client: Agent, link: string) => async () =>
        expect((await client.get(link)).status).toBe(200);
      await Promise.all([fetched(here, first.link)(), fetched(here, first.link)()]);
      for (let times = 0; times < MANY; times++) await fetched(here, first.link)();
      service.clock.advance(10 * MINUTE - 1);
      await fetched(here, first.link)();
      expect([await countOf(agent, "export.downloaded"), logged() - before]).toEqual([1, 1]);
      service.clock.advance(1);
      for (let times = 0; times < 3; times++) {
        await fetched(here, first.link)();
        await fetched(there, first.link)();
        await fetched(here, second.link)();
      }
      expect([await countOf(agent, "export.downloaded"), logged() - before]).toEqual([4, 4]);
    });

    it("but the first refusal at a new account, whatever was refused to an earlier one with its email address", async () => {
      const { email, agent } = await verified();
      await service.agent().post(SIGN_UP, { email, password: PASSWORD });
      const id = toId<UserId>(idIn(await agent.get("/api/v1/auth/me")));
      await service.store.transaction((tx) => tx.users.delete(id));
      const successor = service.agent();
      expect((await successor.post(SIGN_UP, { email, password: PASSWORD })).status).toBe(200);
      await service.agent().post(SIGN_UP, { email, password: PASSWORD });
      expect(await countOf(successor, "user.sign_up_refused")).toBe(1);
    });
  });

  describe("tells who was refused", () => {
    /**
     * What the owner of the email address does who does not know that an attacker has signed up
     * with it.
     */
    async function tryEverything(
      email: string,
      authenticator: ReturnType<typeof authenticatorOn>,
    ): Promise<void> {
      const owner = service.agent(OWNER);
      const post = (path: string, body: object) => owner.post(path, body, OWNERS_BROWSER);
      await post(SIGN_IN, { email, password: "the owner's password" });
      await post(SIGN_UP, { email, password: "the owner's password" });
      await post(SEND_CODE, { email, type: "sign-in" });
      await service.auth.worker.runDue();
      await post(SIGN_IN_BY_CODE, {
        email,
        otp: service.inbox.codeFor(email) === "000000" ? "111111" : "000000",
      });
      await authenticate(owner, authenticator, { wrongSignature: true });
    }
    const REFUSALS = [
      "passkey.refused",
      "code.refused",
      "user.sign_up_refused",
      "password.refused",
    ];

    it("not from where, while the email address is unverified: in the activity, and in no row", async () => {
      const { email, agent } = await signUp();
      const authenticator = authenticatorOn();
      await register(agent, authenticator);
      await tryEverything(email, authenticator);
      const refused = (await activityOf(agent)).filter(({ event }) => REFUSALS.includes(event));
      expect(refused.map(({ event }) => event)).toEqual(REFUSALS);
      for (const entry of refused)
        expect(entry).toMatchObject({ ipAddress: null, userAgent: null });
      const own = (await activityOf(agent)).find(({ event }) => event === "user.created");
      expect(own!.ipAddress).toMatch(/^127\.8\./);
      expect(
        JSON.stringify((await service.rows()).filter(({ table }) => table === "auth_audit_entry")),
      ).not.toContain(OWNERS_BROWSER["user-agent"]);
    });

    it("and from where, once it is verified", async () => {
      const { email, agent } = await verified();
      const authenticator = authenticatorOn();
      await register(agent, authenticator);
      await tryEverything(email, authenticator);
      const refused = (await activityOf(agent)).filter(({ event }) => REFUSALS.includes(event));
      expect(refused.map(({ event }) => event)).toEqual(REFUSALS);
      for (const entry of refused) expect(entry.ipAddress).toBe(OWNER);
    });
  });

  it("keeps the order of what one transaction enters, in the activity and in the log of an organization", async () => {
    const { agent } = await verified();
    const created = ["member.added", "organization.created"];
    for (let times = 0; times < MANY; times++) {
      const { id } = readJson((await agent.post(ORGANIZATIONS, { name: `Acme ${times}` })).body, {
        id: "string",
      });
      const { entries } = readJson((await agent.get(`${ORGANIZATIONS}/${id}/audit`)).body, PAGE);
      expect(entries.map(({ event }) => event)).toEqual(created);
    }
    const events = (await activityOf(agent))
      .map(({ event }) => event)
      .filter((event) => created.includes(event));
    expect(events).toEqual(Array.from({ length: MANY }, () => created).flat());
  });
});

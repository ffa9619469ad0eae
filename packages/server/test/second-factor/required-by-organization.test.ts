import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, PASSWORD } from "../leaving.js";
import { authenticatorOn, register } from "../passkeys.js";
import type { Service } from "../service.js";
import { callback, cells, HOME, type Person, provider } from "../surface/sign-in-doors.js";
import { ACCEPT, ORGANIZATIONS } from "../teams.js";
import { cookieNames } from "./cookies-set.js";
import { enrollTotp } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const NOT_ENROLLED = { status: 403, body: { code: "SECOND_FACTOR_NOT_ENROLLED" } };
const INSUFFICIENT = { status: 401, body: { code: "INSUFFICIENT_USER_AUTHENTICATION" } };

describeService(
  "a member who has not enrolled, of an organization that requires a second factor,",
  {
    start: {
      ...WITH_SECOND_FACTOR,
      identityProviders: [provider],
      policy: { mailsPerClient: 10_000 },
    },
    timeout: 60_000,
  },
  (service) => {
    const organization = requiringOrganization(service);
    const sessionsOf = ({ id }: Person) => service.store.sessions.listLive(id, service.clock.now());
    const factorsIn = async (browser: Agent) => {
      const { body } = await browser.get("/api/auth/get-session");
      return readJson(body, { session: { factors: "number" } }).session.factors;
    };

    describe.each(cells)("by %s at %s", (how, path, _answer, door) => {
      it("signs in, and that organization alone asks for the second factor", async () => {
        const ada = await organization.member();
        const attempt = await door(service, ada, path);
        const before = await sessionsOf(ada);
        const browser = service.agent();
        const reply = await attempt(browser);
        expect(cookieNames(reply)).toEqual(["active-org", "known-browser", "session"]);
        expect(await sessionsOf(ada)).toHaveLength(before.length + 1);
        if (how === "a passkey") {
          expect(await factorsIn(browser)).toBe(2);
          expect((await browser.get(organization.path())).status).toBe(200);
          return;
        }
        expect(await factorsIn(browser)).toBe(1);
        expect(await browser.get(organization.path())).toMatchObject(NOT_ENROLLED);
        expect((await browser.get(ORGANIZATIONS)).status).toBe(200);
        expect((await register(browser, authenticatorOn())).status).toBe(200);
        expect(await browser.get(organization.path())).toMatchObject(INSUFFICIENT);
        await enrollTotp(service, browser);
        expect((await browser.get(organization.path())).status).toBe(200);
      });
    });

    it("renews the session that is presented, by the same row and with one factor", async () => {
      const ada = await organization.member();
      const [before] = await sessionsOf(ada);
      const reply = await createLeaving(service).signIn(ada.email, ada.agent);
      expect(reply.status).toBe(200);
      expect((await sessionsOf(ada)).map(({ id }) => id)).toEqual([before!.id]);
      expect(await ada.agent.get(organization.path())).toMatchObject(NOT_ENROLLED);
    });
  },
);

const NEW_PEOPLE: Readonly<
  Record<string, (service: Service, agent: Agent, email: string) => Promise<Reply>>
> = {
  "a sign-up": (_service, agent, email) =>
    agent.post("/api/auth/sign-up/email", { email, password: PASSWORD, name: "Ada" }),
  "a code": async (service, agent, email) =>
    agent.post("/api/auth/sign-in/email-otp", { email, otp: await service.codeFor(email) }),
  "a link": async (service, agent, email) => {
    await service.agent().post("/api/auth/magic-link/send", { email, callbackURL: HOME });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token");
    return agent.post("/api/auth/magic-link/verify", { token });
  },
  "a provider": (_service, agent, email) => callback(agent, email),
};

describeService(
  "with the second factor on, a new user",
  { start: { ...WITH_SECOND_FACTOR, identityProviders: [provider] } },
  (service) => {
    it.each(Object.entries(NEW_PEOPLE))("by %s signs in with one factor", async (how, come) => {
      const browser = service.agent();
      const reply = await come(service, browser, `${how.replaceAll(" ", "-")}@example.com`);
      expect(cookieNames(reply)).toEqual(["known-browser", "session"]);
      expect((await browser.get("/api/auth/get-session")).body).toMatchObject({
        session: { factors: 1 },
        user: { twoFactorEnabled: false },
      });
    });

    it("is refused the email address of an enrolled user, as of any other", async () => {
      const leaving = createLeaving(service);
      const refused = [];
      for (const isEnrolled of [true, false]) {
        const email = `taken-${String(isEnrolled)}@example.com`;
        const agent = await leaving.member(email);
        if (isEnrolled) await enrollTotp(service, agent);
        const body = { email, password: PASSWORD, name: "Eve" };
        const reply = await service.agent().post("/api/auth/sign-up/email", body);
        refused.push([reply.status, reply.text, reply.setCookies]);
      }
      expect(refused[0]).toEqual([422, expect.anything(), []]);
      expect(refused[0]).toEqual(refused[1]);
    });
  },
);

/** An organization that requires a second factor, and its members, who have none. */
function requiringOrganization(service: Service) {
  const leaving = createLeaving(service);
  let owner: Agent;
  let path = "";
  let people = 0;
  beforeAll(async () => {
    owner = await leaving.member("owner@example.com");
    await enrollTotp(service, owner);
    const { body } = await owner.post(ORGANIZATIONS, { name: "Acme" });
    path = `${ORGANIZATIONS}/${readJson(body, { id: "string" }).id}`;
    const change = { method: "PATCH", body: { requireSecondFactor: true } };
    expect((await owner.send(path, change)).body).toMatchObject({ requireSecondFactor: true });
  });

  /** A new member, in a session of one factor. */
  async function member(): Promise<Person> {
    const email = `person${++people}@example.com`;
    const agent = await leaving.member(email);
    const invited = await owner.post(`${path}/invitations`, { email, role: "member" });
    const { id: invitationId } = readJson(invited.body, { id: "string" });
    const accepted = await agent.post(ACCEPT, { invitationId });
    expect([accepted.status, accepted.setCookies.join()]).toEqual([
      200,
      expect.not.stringContaining("session="),
    ]);
    await service.auth.worker.runDue();
    return { email, agent, id: (await service.findUser(email))!.id };
  }
  return { member, path: () => path };
}

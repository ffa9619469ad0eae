import { ROLE_TO_PERMISSIONS } from "@acme/auth-core";
import { orNull, readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService, serviceStarter } from "../describe-service.js";
import { authenticate, authenticatorOn, register } from "../passkeys.js";
import {
  ACCEPT,
  ACTIVE_ORGANIZATION,
  createTeams,
  NO_ORGANIZATION,
  ORGANIZATION_BODY,
  ORGANIZATIONS,
  type Teams,
} from "../teams.js";

const THIRTY_DAYS = 2_592_000;
const SET = "/api/auth/organization/set-active";
const PASSWORD = "kept for this test alone";

const written = (id: string, scheme = ""): string =>
  `active-org=${id}; Max-Age=${THIRTY_DAYS}; Path=/; HttpOnly;${scheme} SameSite=Lax`;
const CLEARED = "active-org=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";
const cookiesOf = ({ setCookies }: Reply): readonly string[] =>
  setCookies.filter((cookie) => cookie.startsWith("active-org="));

describeService(
  "the active organization",
  { start: { policy: { mailsPerAddress: 20 } }, hosts: "both" },
  (service, database) => {
    const start = serviceStarter(database);
    let teams: Teams;

    beforeAll(async () => {
      teams = createTeams(service);
    });

    const switchTo = (agent: Agent, organizationId: string | null) =>
      agent.send(ACTIVE_ORGANIZATION, { method: "PUT", body: { organizationId } });
    const activeFor = async (agent: Agent, headers = {}): Promise<string | null> => {
      const { activeOrganization } = readJson((await agent.get("/api/v1/auth/me", headers)).body, {
        activeOrganization: orNull({ id: "string" }),
      });
      const { session } = readJson((await agent.get("/api/auth/get-session", headers)).body, {
        session: { activeOrganizationId: "string or null" },
      });
      expect(session.activeOrganizationId).toBe(activeOrganization?.id ?? null);
      return session.activeOrganizationId;
    };

    it("is set by creating, by accepting and by switching, and cleared by switching to none and by signing out", async () => {
      const [ada, eve] = [await teams.person(), await teams.person()];
      const made = await ada.agent.post(ORGANIZATIONS, { name: "Ada's" });
      const own = readJson(made.body, ORGANIZATION_BODY);
      expect(made.setCookies).toEqual([written(own.id)]);
      const { id } = await teams.found(eve);

      const invitation = await teams.invite(eve, id, { email: ada.email, role: "admin" });
      expect((await ada.agent.post(ACCEPT, { invitationId: invitation.id })).setCookies).toEqual([
        written(id),
      ]);
      expect(await activeFor(ada.agent)).toBe(id);
      expect((await ada.agent.get("/api/v1/auth/me")).body).toMatchObject({
        activeOrganization: { role: "admin" },
        permissions: ROLE_TO_PERMISSIONS.admin,
      });

      expect(await switchTo(ada.agent, own.id)).toMatchObject({
        status: 200,
        setCookies: [written(own.id)],
        body: readJson(made.body, "object"),
      });
      expect(await activeFor(ada.agent)).toBe(own.id);
      const none = await switchTo(ada.agent, null);
      expect(none).toMatchObject({ status: 200, setCookies: [CLEARED], text: "null" });
      expect(await activeFor(ada.agent)).toBeNull();
      expect((await ada.agent.get("/api/v1/auth/me")).body).toMatchObject({ permissions: [] });

      await switchTo(ada.agent, id);
      expect(cookiesOf(await ada.agent.post("/api/auth/sign-out"))).toEqual([CLEARED]);
    });

    it("stays what it was when a switch is refused", async () => {
      const [ada, eve] = [await teams.person(), await teams.person()];
      const [own, foreign] = [await teams.found(ada), await teams.found(eve)];
      for (const id of [
        foreign.id,
        "0000000000000000",
        "",
        "..",
        "\u0000",
        "🦆",
        "x".repeat(10_000),
      ])
        expect(await switchTo(ada.agent, id)).toMatchObject({ ...NO_ORGANIZATION, setCookies: [] });
      for (const body of [{}, { organizationId: 1 }, { organizationId: [own.id] }])
        expect((await ada.agent.send(ACTIVE_ORGANIZATION, { method: "PUT", body })).status).toBe(
          400,
        );
      expect(await activeFor(ada.agent)).toBe(own.id);
    });

    it("is chosen by a sign-in, of whatever kind, where the browser names none of the user's: the one joined first", async () => {
      const { agent, email } = await teams.person();
      const founder = await teams.person();
      const authenticator = authenticatorOn();
      await register(agent, authenticator);
      await agent.post("/api/auth/request-password-reset", { email });
      await service.auth.worker.runDue();
      const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1)!;
      await service.agent().post("/api/auth/reset-password", { token, newPassword: PASSWORD });

      const person = await teams.personWith(email);
      const first = await teams.found(person);
      service.clock.advance(1);
      const second = await teams.found(person);
      const foreign = await teams.found(founder);
      const ways: readonly ((browser: Agent) => Promise<Reply>)[] = [
        async (browser) =>
          browser.post("/api/auth/email-otp/sign-in", { email, otp: await service.codeFor(email) }),
        (browser) => browser.post("/api/auth/sign-in/email", { email, password: PASSWORD }),
        (browser) => authenticate(browser, authenticator),
        async (browser) => {
          await browser.post("/api/auth/magic-link/send", { email });
          return browser.post("/api/auth/magic-link/verify", {
            token: await teams.tokenFor(email),
          });
        },
      ];
      for (const signIn of ways) {
        for (const named of [undefined, foreign.id, "0000000000000000", "%00", "x".repeat(2_000)]) {
          const browser = service.agent();
          if (named !== undefined) browser.cookies.set("active-org", named);
          expect(cookiesOf(await signIn(browser))).toEqual([written(first.id)]);
          expect(await activeFor(browser)).toBe(first.id);
        }
        const browser = service.agent();
        browser.cookies.set("active-org", second.id);
        expect((await signIn(browser)).status).toBe(200);
        expect(await activeFor(browser)).toBe(second.id);
      }
    });

    it("is written by no sign-in of a user without an organization", async () => {
      const email = teams.newAddress();
      const signedUp = await service
        .agent()
        .post("/api/auth/sign-up", { email, password: PASSWORD });
      expect([signedUp.status, cookiesOf(signedUp)]).toEqual([200, []]);
      const signedIn = await service
        .agent()
        .post("/api/auth/email-otp/sign-in", { email, otp: await service.codeFor(email) });
      expect([signedIn.status, cookiesOf(signedIn)]).toEqual([200, []]);
    });

    it("is no membership from before the mailbox was proven, until its owner switches to it", async () => {
      const email = teams.newAddress();
      const attacker = service.agent();
      await attacker.post("/api/auth/sign-up", { email, password: PASSWORD });
      const planted = readJson(
        (await attacker.post(ORGANIZATIONS, { name: "Planted" })).body,
        ORGANIZATION_BODY,
      );

      const owner = await teams.personWith(email);
      expect(await activeFor(owner.agent)).toBeNull();
      expect((await owner.agent.get(ORGANIZATIONS)).body).toMatchObject([
        { id: planted.id, role: "owner" },
      ]);
      expect(await activeFor(await service.signedIn(email))).toBeNull();
      expect((await switchTo(owner.agent, planted.id)).status).toBe(200);
      expect(await activeFor(owner.agent)).toBe(planted.id);

      service.clock.advance(1);
      const own = await teams.found(await teams.personWith(email));
      expect(await activeFor(await service.signedIn(email))).toBe(own.id);
    });

    it("is for each tab to say in a header, which wins over the cookie and writes nothing", async () => {
      const ada = await teams.person();
      const [first, second] = [await teams.found(ada), await teams.found(ada)];
      const inFirst = { "x-active-org": first.id };
      expect(await activeFor(ada.agent)).toBe(second.id);
      expect(await activeFor(ada.agent, inFirst)).toBe(first.id);
      const reply = await ada.agent.get("/api/auth/organization/get-active-member", inFirst);
      expect(reply).toMatchObject({
        status: 200,
        body: { organizationId: first.id },
        setCookies: [],
      });
      expect(await activeFor(ada.agent)).toBe(second.id);
      ada.agent.cookies.delete("active-org");
      expect(await activeFor(ada.agent, inFirst)).toBe(first.id);
    });

    it("is what a path says, whatever cookie and header say", async () => {
      const [ada, eve] = [await teams.team(), await teams.team()];
      const headers = {
        "x-active-org": ada.id,
        cookie: `session=${ada.people.member.agent.cookies.get("session")!}; active-org=${ada.id}`,
      };
      expect(await ada.people.member.agent.get(eve.path, headers)).toMatchObject(NO_ORGANIZATION);
      expect(
        await ada.people.member.agent.get(ada.path, { ...headers, "x-active-org": eve.id }),
      ).toMatchObject({ status: 200, body: { id: ada.id } });
    });

    it("is written by nothing else, and stays where it was when the organization or the membership goes", async () => {
      const { id, path, people, memberIds } = await teams.team();
      const { owner, admin, member } = people;
      const other = await teams.found(owner);
      const replies = [
        await owner.agent.send(path, { method: "PATCH", body: { name: "Renamed" } }),
        await owner.agent.post("/api/auth/organization/create", {
          name: "Quiet",
          slug: `quiet-${id}`,
          keepCurrentActiveOrganization: true,
        }),
        await owner.agent.send(`${path}/members/${memberIds.admin}`, {
          method: "PATCH",
          body: { role: "member" },
        }),
        await owner.agent.send(`${path}/members/${memberIds.member}`, { method: "DELETE" }),
        await admin.agent.post(`${path}/leave`),
        await owner.agent.send(path, { method: "DELETE" }),
        await owner.agent.post("/api/auth/update-user", { name: "Olga" }),
        await owner.agent.get("/api/auth/get-session"),
      ];
      for (const reply of replies) {
        expect(reply.status).toBeLessThan(300);
        expect(reply.setCookies).toEqual([]);
      }
      for (const { agent } of [admin, member]) {
        expect(agent.cookies.get("active-org")).toBe(id);
        expect(await activeFor(agent)).toBeNull();
      }
      expect(await activeFor(owner.agent)).toBe(other.id);
    });

    it("has a cookie for https only, where the service has https", async () => {
      const secure = await start({
        serviceUrl: "https://auth.example.com",
        appUrl: "https://app.example.com",
      });
      const [agent, email] = [secure.agent(), "ada@example.com"];
      await agent.post("/api/auth/email-otp/sign-in", { email, otp: await secure.codeFor(email) });
      const made = await agent.post(ORGANIZATIONS, { name: "Secure" });
      expect(made.setCookies).toEqual([
        written(readJson(made.body, ORGANIZATION_BODY).id, " Secure;"),
      ]);
      expect((await switchTo(agent, null)).setCookies).toEqual([
        "active-org=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
      ]);
      expect((await agent.post(SET, { organizationId: null })).setCookies).toHaveLength(1);
    });
  },
);

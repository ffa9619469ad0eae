import { DAY, MINUTE, SECOND } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { APP_ORIGIN } from "../service.js";
import {
  ACCEPT,
  cancelInvitation,
  createTeams,
  inviteTo,
  MY_INVITATIONS,
  refusal,
  type Teams,
} from "../teams.js";

const PAGE = "/api/auth/invitation";

describeService("mailed invitations over HTTP", { hosts: "both" }, (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  describe("by mail", () => {
    it("say who invites to what, with names that cannot be clicked", async () => {
      const ada = await teams.person();
      await ada.agent.post("/api/auth/update-user", {
        name: "Ada https://evil.example/win <b>now</b>",
      });
      const { id } = await teams.found(ada, { name: "Prize at www.evil.example/claim" });
      const email = teams.newAddress();
      await teams.invite(ada, id, { email, role: "admin" });
      await service.auth.worker.runDue();
      const mail = service.inbox.last(email);
      expect(mail.subject).toBe("You are invited to an organization at Acme");
      expect(mail.text).toContain("Role: Admin");
      expect(mail.text).toContain("Ada ");
      expect(mail.text).toContain("Prize at ");
      expect(mail.html).not.toContain("<b>now");
      for (const content of [mail.text, mail.html]) {
        expect(content).not.toMatch(/evil\.example|https:\/\/evil/);
        const links = [...content.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link));
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) expect(link.origin + link.pathname).toBe(`${service.url}${PAGE}`);
      }
    });

    it("are not sent once they are canceled", async () => {
      const team = await teams.team();
      const email = teams.newAddress();
      const { id } = await teams.invite(team.people.owner, team.id, { email, role: "member" });
      await cancelInvitation(team.people.owner.agent, team, id);
      await service.auth.worker.runDue();
      expect(service.inbox.mails.filter(({ to }) => to === email)).toEqual([]);
    });

    it("are refused after five in a quarter of an hour, by all inviters together: nothing is made then, and the mailed links stay good", async () => {
      const email = teams.newAddress();
      const ask = async () => {
        const ada = await teams.person();
        return inviteTo(
          ada.agent,
          { path: `/api/v1/organizations/${(await teams.found(ada)).id}` },
          { email, role: "member" },
        );
      };
      for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(201);
      const refused = await ask();
      expect(refused).toMatchObject(refusal(429, "TOO_MANY_REQUESTS"));
      expect(refused.headers).toMatchObject({ "retry-after": String((15 * MINUTE) / SECOND) });
      const token = await teams.tokenFor(email);
      expect(service.inbox.mails.filter(({ to }) => to === email)).toHaveLength(5);
      const { agent } = await teams.personWith(email);
      expect((await agent.get(MY_INVITATIONS)).body).toHaveLength(5);
      expect((await agent.post(ACCEPT, { token })).status).toBe(200);
      service.clock.advance(15 * MINUTE);
      expect((await ask()).status).toBe(201);
    });

    it("go out only in the name of an inviter whose own email is verified, read anew each time; what is refused spends nothing", async () => {
      const [claimed, email] = [teams.newAddress(), teams.newAddress()];
      const inviter = service.agent();
      await inviter.post("/api/auth/sign-up", {
        email: claimed,
        password: "correct horse battery staple",
        name: "The boss",
      });
      const { id } = readJson(
        (await inviter.post("/api/v1/organizations", { name: "Big corporation" })).body,
        { id: "string" },
      );
      await service.auth.worker.runDue();
      const link = new URL(service.inbox.linkFor(claimed)).searchParams.get("token");
      const before = service.inbox.mails.length;
      const ask = () =>
        inviteTo(inviter, { path: `/api/v1/organizations/${id}` }, { email, role: "member" });
      for (let i = 0; i < 7; i++)
        expect(await ask()).toMatchObject(refusal(403, "EMAIL_VERIFICATION_REQUIRED"));
      await service.auth.worker.runDue();
      expect(service.inbox.mails.slice(before)).toEqual([]);
      expect((await inviter.get(`/api/v1/organizations/${id}/invitations`)).body).toEqual([]);

      expect((await inviter.post("/api/v1/auth/verify-email", { token: link })).status).toBe(200);
      expect((await ask()).status).toBe(201);
      await service.auth.worker.runDue();
      expect(service.inbox.last(email).text).toContain("The boss invites you");
    });
  });

  describe("opened in a browser", () => {
    it("show who invites to what and lead on, and change nothing however often", async () => {
      const team = await teams.team({ name: "Ada & <Sons>" });
      const email = teams.newAddress();
      await teams.invite(team.people.owner, team.id, { email, role: "member" });
      const token = await teams.tokenFor(email);
      const browser = service.agent();
      const pages = new Set<string>();
      for (let times = 0; times < 20; times++) {
        const page = await browser.get(`${PAGE}?token=${token}`);
        expect(page).toMatchObject({ status: 200, setCookies: [] });
        pages.add(page.text);
        expect(await browser.send(`${PAGE}?token=${token}`, { method: "HEAD" })).toMatchObject({
          status: 200,
          text: "",
          setCookies: [],
        });
      }
      const [text = ""] = pages;
      expect(pages.size).toBe(1);
      for (const part of [
        "Ada &amp; &lt;Sons&gt;",
        email,
        team.people.owner.email,
        "a member",
        `href="${APP_ORIGIN}/invitation?token=${token}"`,
      ])
        expect(text).toContain(part);
      expect(text).not.toMatch(/<script|<form|<button/);
      const invited = await teams.personWith(email);
      expect((await invited.agent.get(MY_INVITATIONS)).body).toMatchObject([{ status: "pending" }]);
      expect((await invited.agent.post(ACCEPT, { token })).status).toBe(200);
    });

    it("say that they are dead once they are, without saying of what", async () => {
      const team = await teams.team();
      const email = teams.newAddress();
      const { id } = await teams.invite(team.people.owner, team.id, { email, role: "member" });
      const token = await teams.tokenFor(email);
      await cancelInvitation(team.people.owner.agent, team, id);
      for (const query of [
        `?token=${token}`,
        "?token=",
        "",
        `?token=${"x".repeat(43)}`,
        "?token=%00",
        `?token=${"x".repeat(5_000)}`,
      ]) {
        const page = await service.agent().get(PAGE + query);
        expect(page.status).toBe(400);
        expect(page.text).toContain("This link doesn&#39;t work");
        for (const secret of [email, team.organization.name, team.people.owner.email])
          expect(page.text).not.toContain(secret);
      }
      const late = teams.newAddress();
      await teams.invite(team.people.owner, team.id, { email: late, role: "member" });
      const lateToken = await teams.tokenFor(late);
      service.clock.advance(7 * DAY - 1);
      expect((await service.agent().get(`${PAGE}?token=${lateToken}`)).status).toBe(200);
      service.clock.advance(1);
      expect((await service.agent().get(`${PAGE}?token=${lateToken}`)).status).toBe(400);
    });
  });
});

import { Secret } from "@acme/auth-core";
import { asProven } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createLeaving, ME } from "../leaving.js";
import { cells, HOME, type Person, provider } from "./sign-in-doors.js";

/** Where a refused sign-in leads that redirects. */
const LED_TO = {
  redirected: `${HOME}?error=SECOND_FACTOR_REQUIRED`,
  "redirected in lower case": `${HOME}?error=second_factor_required`,
} as const;

describeService(
  "a user who has enrolled a second factor of a feature that is not there",
  { start: { identityProviders: [provider] }, timeout: 60_000 },
  (service) => {
    let people = 0;
    const leaving = createLeaving(service);

    async function member(): Promise<Person> {
      const email = `enrolled${++people}@example.com`;
      const agent = await leaving.member(email);
      return { email, agent, id: (await service.findUser(email))!.id };
    }
    const enroll = ({ id }: Person, since: Date | null = service.clock.now()) =>
      service.store.users.markEnrolled(id, since);
    const sessionsOf = ({ id }: Person) => service.store.sessions.listLive(id, service.clock.now());

    it.each(cells)("gets no session by %s at %s", async (_how, path, answer, door) => {
      const ada = await member();
      const attempt = await door(service, ada, path);
      await enroll(ada);
      const before = await sessionsOf(ada);
      const browser = service.agent();
      const reply = await attempt(browser);
      if (answer === "refused")
        expect(reply).toMatchObject({ status: 403, body: { code: "SECOND_FACTOR_REQUIRED" } });
      else expect(reply.headers.location).toBe(LED_TO[answer]);
      expect(reply.setCookies.join()).not.toMatch(/\bsession=/);
      expect(await sessionsOf(ada)).toEqual(before);
      expect((await browser.get(ME)).status).toBe(401);
    });

    it("has no session of before, while the factor is enrolled", async () => {
      const ada = await member();
      expect((await ada.agent.get(ME)).status).toBe(200);
      await enroll(ada);
      expect((await ada.agent.get(ME)).status).toBe(401);
      await enroll(ada, null);
      expect((await ada.agent.get(ME)).status).toBe(200);
    });

    it("has a session whose row says that a second factor was proven, and no other", async () => {
      const ada = await member();
      await enroll(ada);
      const [row] = await sessionsOf(ada);
      const proven = { methods: "password totp", secondFactorAt: service.clock.now() };
      await service.store.sessions.renew(row!.id, row!.tokenHash, asProven({ ...row!, ...proven }));
      expect((await ada.agent.get(ME)).status).toBe(200);
      const unproven = asProven({ ...row!, methods: "password totp", secondFactorAt: null });
      await service.store.sessions.renew(row!.id, row!.tokenHash, unproven);
      expect((await ada.agent.get(ME)).status).toBe(401);
    });

    it("changes nothing by a request that was let in before", async () => {
      const ada = await member();
      const sessionToken = new Secret(ada.agent.cookies.get("session")!);
      const caller = await service.auth.sessions.identify({ sessionToken, organization: null });
      await enroll(ada);
      await expect(
        service.auth.passkeys.registrationOptions(service.auth.sessions.requireFresh(caller!), {
          name: null,
          attachment: null,
        }),
      ).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    });
  },
);

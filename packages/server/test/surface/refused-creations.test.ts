import { MINUTE } from "@acme/auth-core/surface";
import { readJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService, serviceStarter } from "../describe-service.js";
import { authenticatorOn, listPasskeys, register } from "../passkeys.js";
import { REFUSED, refusingApplication } from "../refusing-application.js";
import { APP_ORIGIN, SIGN_IN_BY_CODE } from "../service.js";
import { ACCEPT, createTeams, MY_INVITATIONS, ORGANIZATIONS } from "../teams.js";
import { FORM } from "./browser-requests.js";

const PASSWORD = "correct horse battery staple";
const SIGN_UP = "/api/auth/sign-up/email";
const MAGIC = "/api/auth/magic-link";
const CLIENT = "/api/auth/organization";
const OWN_FETCH = { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin: APP_ORIGIN };

const { subscribers, errors, whileRefusing } = refusingApplication();

describeService(
  "an application refuses over HTTP",
  { start: { subscribers, errors } },
  (service, database) => {
    const teams = createTeams(service);
    const start = serviceStarter(database);
    let people = 0;
    const newAddress = () => `newcomer${++people}@example.com`;

    /** Refused with the application's error, and no session. */
    function expectRefused(reply: Reply): void {
      expect({ status: reply.status, body: reply.body }).toEqual(REFUSED);
      expect(reply.setCookies.filter((cookie) => /session=[^;]/.test(cookie))).toEqual([]);
    }
    async function linkFor(email: string): Promise<URL> {
      expect((await service.agent().post(`${MAGIC}/send`, { email })).status).toBe(200);
      await service.auth.worker.runDue();
      return new URL(service.inbox.linkFor(email));
    }

    describe("a user", () => {
      it("who signs up with a password, and mails nothing", async () => {
        const email = newAddress();
        const reply = await whileRefusing("user.created", () =>
          service.agent().post(SIGN_UP, { email, password: PASSWORD, name: "Ada" }),
        );
        expectRefused(reply);
        await service.auth.worker.runDue();
        expect(service.inbox.mails.filter(({ to }) => to === email)).toEqual([]);
        expect(await service.findUser(email)).toBeNull();
      });

      it("who comes by a code", async () => {
        const email = newAddress();
        const otp = await service.codeFor(email);
        const reply = await whileRefusing("user.created", () =>
          service.agent().post(SIGN_IN_BY_CODE, { email, otp }),
        );
        expectRefused(reply);
        expect(await service.findUser(email)).toBeNull();
      });

      it("who comes by a magic link, in JSON, by fetch and by the button of the page, and the link stays good", async () => {
        const email = newAddress();
        const link = await linkFor(email);
        const token = link.searchParams.get("token");
        const posted = await whileRefusing("user.created", () =>
          service.agent().post(`${MAGIC}/verify`, { token }),
        );
        expectRefused(posted);
        const fetched = await whileRefusing("user.created", () =>
          service.agent().get(link.pathname + link.search, OWN_FETCH),
        );
        expectRefused(fetched);
        const callback = `${APP_ORIGIN}/welcome`;
        const body = new URLSearchParams({
          token: token!,
          callbackURL: callback,
        });
        const pressed = await whileRefusing("user.created", () =>
          service.agent().send(`${MAGIC}/verify`, {
            method: "POST",
            headers: { ...FORM, origin: service.url },
            body: body.toString(),
          }),
        );
        expect([pressed.status, pressed.headers.location]).toEqual([
          303,
          `${callback}?error=NOT_OPEN_YET`,
        ]);
        expect(await service.findUser(email)).toBeNull();
        expect((await service.agent().post(`${MAGIC}/verify`, { token })).status).toBe(200);
      });
    });

    it("an organization, and the membership of its founder, by either path", async () => {
      const { agent } = await teams.person();
      for (const event of ["organization.created", "member.added"] as const)
        for (const [path, body] of [
          [ORGANIZATIONS, { name: "Acme" }],
          [`${CLIENT}/create`, { name: "Acme", slug: "acme" }],
        ] as const)
          expectRefused(await whileRefusing(event, () => agent.post(path, body)));
      expect((await agent.get(ORGANIZATIONS)).body).toEqual([]);
    });

    it("an invitation, which is not mailed, by either path", async () => {
      const owner = await teams.person();
      const { id } = await teams.found(owner);
      const invited = { email: newAddress(), role: "member" } as const;
      for (const [path, body] of [
        [`${ORGANIZATIONS}/${id}/invitations`, invited],
        [`${CLIENT}/invite-member`, { ...invited, organizationId: id }],
      ] as const)
        expectRefused(
          await whileRefusing("invitation.created", () => owner.agent.post(path, body)),
        );
      await service.auth.worker.runDue();
      expect(service.inbox.mails.filter(({ to }) => to === invited.email)).toEqual([]);
    });

    it("a member who accepts, by either path, and the invitation stays", async () => {
      const [owner, invited] = [await teams.person(), await teams.person()];
      const { id: organizationId } = await teams.found(owner);
      const { email } = invited;
      const { id } = await teams.invite(owner, organizationId, { email, role: "member" });
      for (const path of [ACCEPT, `${CLIENT}/accept-invitation`])
        expectRefused(
          await whileRefusing("member.added", () => invited.agent.post(path, { invitationId: id })),
        );
      expect((await invited.agent.get(MY_INVITATIONS)).body).toMatchObject([{ id }]);
      expect((await invited.agent.post(ACCEPT, { invitationId: id })).status).toBe(200);
    });

    it("a passkey", async () => {
      const { agent } = await teams.person();
      const authenticator = authenticatorOn();
      expectRefused(await whileRefusing("passkey.added", () => register(agent, authenticator)));
      expect(await listPasskeys(agent)).toEqual([]);
    });

    it("says nothing of the email address, where it has to be verified", async () => {
      const strict = await start({ subscribers, errors, requireEmailVerification: true });
      const [known, unknown] = [newAddress(), newAddress()];
      const signUp = (email: string) =>
        strict.agent().post(SIGN_UP, { email, password: PASSWORD, name: "Ada" });
      expect((await signUp(known)).status).toBe(200);
      await strict.auth.worker.runDue();
      const mails = strict.inbox.mails.length;
      const shapeOf = ({ status, headers, setCookies, body }: Reply) => {
        const { date: _, "x-request-id": __, ...others } = headers;
        return { status, headers: others, setCookies, body };
      };
      const refusedAs = async (email: string) =>
        shapeOf(await whileRefusing("user.created", () => signUp(email)));
      const ofKnown = await refusedAs(known);
      const ofUnknown = await refusedAs(unknown);
      expect(ofKnown).toMatchObject(REFUSED);
      expect(ofKnown).toEqual(ofUnknown);
      strict.clock.advance(MINUTE);
      await strict.auth.worker.runDue();
      expect(strict.inbox.mails).toHaveLength(mails);
    });

    it("with a code that OpenAPI lists for what creates something, and for nothing else", async () => {
      const { paths } = readJson((await service.agent().get("/api/v1/openapi.json")).body, {
        paths: recordOf("object"),
      });
      const naming = Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, operation]) => /\bnot_open_yet\b/i.test(JSON.stringify(operation)))
          .map(([method]) => `${method.toUpperCase()} ${path}`),
      );
      expect(naming.toSorted()).toEqual(
        [
          `POST ${SIGN_UP}`,
          "POST /api/auth/sign-up",
          `POST ${SIGN_IN_BY_CODE}`,
          `POST /api/auth/sign-in/email-otp`,
          `GET ${MAGIC}/verify`,
          `POST ${MAGIC}/verify`,
          "GET /api/auth/callback/{provider}",
          `POST ${ORGANIZATIONS}`,
          `POST ${CLIENT}/create`,
          `POST ${ORGANIZATIONS}/{id}/invitations`,
          `POST ${CLIENT}/invite-member`,
          `POST ${ACCEPT}`,
          `POST ${CLIENT}/accept-invitation`,
          "POST /api/auth/passkey/verify-registration",
        ].toSorted(),
      );
    });
  },
);

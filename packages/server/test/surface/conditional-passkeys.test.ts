import { MINUTE } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import {
  authenticate,
  authenticatorOn,
  optionsFrom,
  register,
  REGISTER_OPTIONS,
  registered,
  VERIFY_REGISTRATION,
} from "../passkeys.js";
import type { Service } from "../service.js";
import { describePasskeys } from "./describe-passkeys.js";

const PASSWORD = "correct horse battery staple";
const CONDITIONAL = { mediation: "conditional" };
const NOT_ALLOWED = { status: 403, body: { code: "CONDITIONAL_CREATE_NOT_ALLOWED" } };
const ALONE = { noUserPresence: true, noUserVerification: true };
const SIGN_UP = "/api/auth/sign-up/email";
const SIGN_IN = "/api/auth/sign-in/email";
let people = 0;

/** A user who has just signed in by password. */
async function byPassword(service: Service): Promise<{ readonly email: string; agent: Agent }> {
  const agent = service.agent();
  const email = `password${people++}@example.com`;
  await agent.post(SIGN_UP, { email, password: PASSWORD, name: "" });
  return { email, agent };
}

/** The ceremony in which the browser asks no one. */
const createAlone = async (agent: Agent, breaks: object = ALONE, asked: object = CONDITIONAL) =>
  agent.post(VERIFY_REGISTRATION, {
    response: authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS, asked), breaks),
    name: "",
  });

const stored = async (service: Service, body: unknown) =>
  service.store.passkeys.findByCredentialId(
    readJson(body, { credentialID: "string" }).credentialID,
  );

describePasskeys({}, ({ service, someone, latestEmail }) => {
  describe("conditional creation", () => {
    it("after a sign-in by password: without the user, stored as not verified, and told by mail", async () => {
      const { email, agent } = await byPassword(service);
      expect((await agent.post(REGISTER_OPTIONS, CONDITIONAL)).body).toMatchObject({
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        attestation: "none",
      });
      const { id } = (await service.findUser(email))!;
      await service.store.users.markVerified(id, service.clock.now());
      const reply = await createAlone(agent);
      expect(reply.status).toBe(200);
      expect(await stored(service, reply.body)).toMatchObject({ uvInitialized: false });
      await service.auth.worker.runDue();
      expect(service.inbox.mails).toContainEqual(
        expect.objectContaining({
          to: email,
          subject: "A passkey was added to your Acme account",
        }),
      );
    });

    it("whose authenticator verified its user is stored as verified", async () => {
      const { agent } = await byPassword(service);
      const reply = await createAlone(agent, {});
      expect(await stored(service, reply.body)).toMatchObject({ uvInitialized: true });
    });

    it.each([
      ["a body", (agent: Agent) => agent.post(REGISTER_OPTIONS, { context: "conditional" })],
      ["a query", (agent: Agent) => agent.get(`${REGISTER_OPTIONS}?context=conditional`)],
      [
        "a query, as mediation",
        (agent: Agent) => agent.get(`${REGISTER_OPTIONS}?mediation=conditional`),
      ],
    ])("is asked for in %s too, as the official client does", async (_, ask) => {
      const { agent } = await byPassword(service);
      const { body } = await ask(agent);
      expect(body).toMatchObject({ authenticatorSelection: { userVerification: "preferred" } });
      const response = authenticatorOn().create(readJson(body, "object"), ALONE);
      expect((await agent.post(VERIFY_REGISTRATION, { response })).status).toBe(200);
    });

    it("knows no other mediation, and another context means nothing", async () => {
      const { agent } = await byPassword(service);
      for (const mediation of ["silent", "optional", "", null])
        expect(await agent.post(REGISTER_OPTIONS, { mediation })).toMatchObject({
          status: 400,
          body: { code: "VALIDATION_ERROR" },
        });
      expect((await agent.post(REGISTER_OPTIONS, { context: "settings" })).body).toMatchObject({
        authenticatorSelection: { userVerification: "required" },
      });
    });

    it("is refused in a session that a code or a passkey opened", async () => {
      const agent = await someone();
      expect(await agent.post(REGISTER_OPTIONS, CONDITIONAL)).toMatchObject(NOT_ALLOWED);
      expect(await agent.get(`${REGISTER_OPTIONS}?mediation=conditional`)).toMatchObject(
        NOT_ALLOWED,
      );
      const authenticator = authenticatorOn();
      await registered(agent, authenticator);
      const other = service.agent();
      await authenticate(other, authenticator);
      expect(await other.post(REGISTER_OPTIONS, CONDITIONAL)).toMatchObject(NOT_ALLOWED);
      expect(latestEmail()).toContain("@");
    });

    it("is refused once the session was authenticated by something else", async () => {
      const { agent } = await byPassword(service);
      const authenticator = authenticatorOn();
      await registered(agent, authenticator);
      await authenticate(agent, authenticator);
      expect(await agent.post(REGISTER_OPTIONS, CONDITIONAL)).toMatchObject(NOT_ALLOWED);
    });

    it("is refused five minutes after the sign-in, to the millisecond, at both steps", async () => {
      const { agent } = await byPassword(service);
      service.clock.advance(MINUTE);
      const options = await optionsFrom(agent, REGISTER_OPTIONS, CONDITIONAL);
      service.clock.advance(4 * MINUTE - 1);
      expect((await agent.post(REGISTER_OPTIONS, CONDITIONAL)).status).toBe(200);
      service.clock.advance(1);
      expect(await agent.post(REGISTER_OPTIONS, CONDITIONAL)).toMatchObject(NOT_ALLOWED);
      const response = authenticatorOn().create(options, ALONE);
      expect(await agent.post(VERIFY_REGISTRATION, { response })).toMatchObject(NOT_ALLOWED);
      expect((await register(agent, authenticatorOn())).status).toBe(200);
    });

    it("is refused a second time, at both steps, until the next sign-in by password", async () => {
      const { email, agent } = await byPassword(service);
      const late = authenticatorOn().create(
        await optionsFrom(agent, REGISTER_OPTIONS, CONDITIONAL),
        ALONE,
      );
      expect((await createAlone(agent)).status).toBe(200);
      expect(await agent.post(REGISTER_OPTIONS, CONDITIONAL)).toMatchObject(NOT_ALLOWED);
      expect(await agent.post(VERIFY_REGISTRATION, { response: late })).toMatchObject(NOT_ALLOWED);
      service.clock.advance(1);
      await agent.post(SIGN_IN, { email, password: PASSWORD });
      expect((await createAlone(agent)).status).toBe(200);
      expect(await agent.post(REGISTER_OPTIONS, CONDITIONAL)).toMatchObject(NOT_ALLOWED);
    });

    it("of fifty at once one is added", async () => {
      const { agent } = await byPassword(service);
      const responses = await Promise.all(
        Array.from({ length: 50 }, async () =>
          authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS, CONDITIONAL), ALONE),
        ),
      );
      const replies = await Promise.all(
        responses.map((response) => agent.post(VERIFY_REGISTRATION, { response })),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 403)).toHaveLength(49);
    });

    it("a passkey that the user was asked for does not count, and may not come without the user", async () => {
      const { agent } = await byPassword(service);
      expect((await register(agent, authenticatorOn())).status).toBe(200);
      for (const breaks of [{ noUserPresence: true }, { noUserVerification: true }, ALONE])
        expect(await register(agent, authenticatorOn(), breaks)).toMatchObject({
          status: 400,
          body: { code: "FAILED_TO_VERIFY_REGISTRATION" },
        });
      expect((await createAlone(agent)).status).toBe(200);
    });

    it("checks everything else alike", async () => {
      const { agent } = await byPassword(service);
      for (const name of ["wrongOrigin", "crossOrigin", "wrongRpId", "wrongType"])
        expect(await createAlone(agent, { ...ALONE, [name]: true })).toMatchObject({
          status: 400,
          body: { code: "FAILED_TO_VERIFY_REGISTRATION" },
        });
    });

    it("becomes verified where it renews the session of another method, and not by itself", async () => {
      const { email, agent } = await byPassword(service);
      const authenticator = authenticatorOn();
      const response = authenticator.create(
        await optionsFrom(agent, REGISTER_OPTIONS, CONDITIONAL),
        ALONE,
      );
      const { body } = await agent.post(VERIFY_REGISTRATION, { response });
      const other = service.agent();
      expect((await authenticate(other, authenticator)).status).toBe(200);
      expect((await authenticate(other, authenticator)).status).toBe(200);
      expect(await stored(service, body)).toMatchObject({ uvInitialized: false });
      await agent.post(SIGN_IN, { email, password: PASSWORD });
      expect((await authenticate(agent, authenticator)).status).toBe(200);
      expect(await stored(service, body)).toMatchObject({ uvInitialized: true });
    });
  });
});

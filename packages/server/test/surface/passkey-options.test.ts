import { MINUTE } from "@acme/auth-core/surface";
import { stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import {
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  optionsFrom,
  REGISTER_OPTIONS,
  registered,
} from "../passkeys.js";
import { describePasskeys } from "./describe-passkeys.js";

describePasskeys({ databases: "one" }, ({ service, someone }) => {
  describe("options", () => {
    it.each(["POST", "GET"])(
      "to register, by %s: what the rules want, and a new challenge each time",
      async (method) => {
        const agent = await someone();
        const path = `${REGISTER_OPTIONS}?authenticatorAttachment=platform&name=Ada`;
        const ask = async () =>
          readJson((await agent.send(path, { method })).body, {
            challenge: "string",
            user: "object",
          });
        const [first, second] = [await ask(), await ask()];
        expect(first).toMatchObject({
          rp: { id: "app.test", name: "Acme" },
          user: { name: "Ada", id: stringMatching(/^[\w-]{86}$/) },
          pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: "public-key" })),
          timeout: 5 * MINUTE,
          attestation: "none",
          excludeCredentials: [],
          authenticatorSelection: {
            authenticatorAttachment: "platform",
            residentKey: "required",
            userVerification: "required",
          },
        });
        expect(first.challenge).toMatch(/^[\w-]{43}$/);
        expect(second.challenge).not.toBe(first.challenge);
        expect(second.user).toEqual(first.user);
      },
    );

    it("to register list what the user has already", async () => {
      const agent = await someone();
      const authenticator = authenticatorOn();
      const { credentialID } = await registered(agent, authenticator);
      const options = await optionsFrom(agent, REGISTER_OPTIONS);
      expect(options).toMatchObject({
        excludeCredentials: [
          { id: credentialID, type: "public-key", transports: ["internal", "hybrid"] },
        ],
      });
      expect(() => authenticator.create(options)).toThrow("InvalidStateError");
    });

    it.each(["generate-authentication-options", "generate-authenticate-options"])(
      "to sign in, at %s: nothing about anybody",
      async (name) => {
        for (const method of ["GET", "POST"]) {
          const { body, setCookies } = await service
            .agent()
            .send(`/api/auth/passkey/${name}`, { method });
          expect(body).toMatchObject({
            rpId: "app.test",
            userVerification: "required",
            timeout: 5 * MINUTE,
          });
          expect({ allowCredentials: [], ...readJson(body, "object") }).toMatchObject({
            allowCredentials: [],
          });
          expect(setCookies).toEqual([
            expect.stringMatching(
              /^browser=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
            ),
          ]);
        }
      },
    );

    it("repeat the hints, of which the first says the kind to older browsers", async () => {
      const agent = await someone();
      const registration = async (hints: readonly string[], more: object = {}) =>
        (await agent.post(REGISTER_OPTIONS, { hints, ...more })).body;
      expect(await registration(["client-device", "hybrid"])).toMatchObject({
        hints: ["client-device", "hybrid"],
        authenticatorSelection: { authenticatorAttachment: "platform" },
      });
      for (const hint of ["security-key", "hybrid"])
        expect(await registration([hint])).toMatchObject({
          hints: [hint],
          authenticatorSelection: { authenticatorAttachment: "cross-platform" },
        });
      expect(await registration(["hybrid"], { authenticatorAttachment: "platform" })).toMatchObject(
        {
          hints: ["hybrid"],
          authenticatorSelection: { authenticatorAttachment: "platform" },
        },
      );
      expect((await agent.get(`${REGISTER_OPTIONS}?hints=security-key,hybrid`)).body).toMatchObject(
        {
          hints: ["security-key", "hybrid"],
        },
      );
      const authentication = await agent.post(AUTHENTICATION_OPTIONS, { hints: ["hybrid"] });
      expect(authentication.body).toMatchObject({ hints: ["hybrid"] });
      const queried = await agent.get(`${AUTHENTICATION_OPTIONS}?hints=client-device,security-key`);
      expect(queried.body).toMatchObject({ hints: ["client-device", "security-key"] });
    });

    it("without hints have none", async () => {
      const agent = await someone();
      const { body } = await agent.post(REGISTER_OPTIONS, { hints: [] });
      expect(body).toMatchObject({ hints: [] });
      expect(
        readJson(body, { authenticatorSelection: "object" }).authenticatorSelection,
      ).not.toHaveProperty("authenticatorAttachment");
      expect((await agent.get(AUTHENTICATION_OPTIONS)).body).not.toHaveProperty("hints");
    });

    it.each([
      { hints: ["hybrid", "hybrid"] },
      { hints: ["platform"] },
      { hints: "hybrid" },
      { hints: ["hybrid", "client-device", "security-key", "hybrid"] },
    ])("refuse other hints: %o", async ({ hints }) => {
      const agent = await someone();
      for (const path of [REGISTER_OPTIONS, AUTHENTICATION_OPTIONS]) {
        const replies = [
          await agent.post(path, { hints }),
          ...(Array.isArray(hints) ? [await agent.get(`${path}?hints=${hints.join(",")}`)] : []),
          await agent.get(`${path}?hints=hybrid&hints=client-device`),
          await agent.get(`${path}?hints=`),
        ];
        for (const reply of replies)
          expect(reply).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
      }
    });

    it("to sign in list the passkeys of the signed-in user", async () => {
      const agent = await someone();
      const { credentialID } = await registered(agent);
      expect(await optionsFrom(agent, AUTHENTICATION_OPTIONS)).toMatchObject({
        allowCredentials: [{ id: credentialID }],
      });
    });
  });
});

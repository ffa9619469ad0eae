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

    it("to sign in list the passkeys of the signed-in user", async () => {
      const agent = await someone();
      const { credentialID } = await registered(agent);
      expect(await optionsFrom(agent, AUTHENTICATION_OPTIONS)).toMatchObject({
        allowCredentials: [{ id: credentialID }],
      });
    });
  });
});

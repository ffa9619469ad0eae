import { describe, expect, it } from "vitest";
import {
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  optionsFrom,
  register,
  REGISTER_OPTIONS,
  VERIFY_AUTHENTICATION,
  VERIFY_REGISTRATION,
} from "../passkeys.js";
import { describePasskeys } from "./describe-passkeys.js";
import { stringMatching } from "@acme/auth-testing/matchers";

interface Credential {
  readonly [member: string]: unknown;
  readonly response: object;
}

describePasskeys({}, ({ service, someone }) => {
  describe("the shape of a credential", () => {
    const shapes: readonly (readonly [name: string, change: (honest: Credential) => object])[] = [
      ["without id", ({ id: _, ...rest }) => rest],
      ["with a numeric id", (honest) => ({ ...honest, id: 1 })],
      ["with an id that is not base64url", (honest) => ({ ...honest, id: "a+b/c=" })],
      ["with an empty rawId", (honest) => ({ ...honest, rawId: "" })],
      ["without type", ({ type: _, ...rest }) => rest],
      ["with a numeric type", (honest) => ({ ...honest, type: 1 })],
      ["of another type", (honest) => ({ ...honest, type: "password" })],
      ["without response", ({ response: _, ...rest }) => rest],
      ["with text as response", (honest) => ({ ...honest, response: "response" })],
      ...["clientDataJSON", "attestationObject", "authenticatorData", "signature"].flatMap(
        (member) =>
          [undefined, 1, "", "a+b/c=", {}].map(
            (value) =>
              [
                `with ${value === undefined ? "nothing" : JSON.stringify(value)} as ${member}`,
                (honest: Credential) => ({
                  ...honest,
                  response: { ...honest.response, [member]: value },
                }),
              ] as const,
          ),
      ),
      [
        "with a numeric user handle",
        (honest) => ({
          ...honest,
          response: { ...honest.response, userHandle: 1 },
        }),
      ],
    ];

    it.each(shapes)(
      "%s is refused by name, or by the ceremony where it does not belong there",
      async (name, change) => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        const sound = authenticator.create(await optionsFrom(agent, REGISTER_OPTIONS));
        const ofRegistration = !/authenticatorData|signature|user handle/.test(name);
        const made = await agent.post(VERIFY_REGISTRATION, { response: change({ ...sound }) });
        expect(made.status).toBe(ofRegistration ? 400 : 200);
        if (ofRegistration)
          expect(made.body).toMatchObject({
            code: "VALIDATION_ERROR",
            issues: [{ path: stringMatching(/^response/) }],
          });
        if (name.includes("attestationObject")) return;
        await register(agent, authenticatorOn());
        const browser = service.agent();
        const assertion = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
        const used = await browser.post(VERIFY_AUTHENTICATION, {
          response: change({ ...assertion }),
        });
        expect(used).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
      },
    );
  });
});

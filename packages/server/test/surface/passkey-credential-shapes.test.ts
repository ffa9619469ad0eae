import { stringMatching } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
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

interface Credential {
  readonly [member: string]: unknown;
  readonly response: object;
}

describePasskeys({ databases: "one" }, ({ service, someone }) => {
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

    type Shape = (typeof shapes)[number];
    const nameOf = ([name]: Shape): string => name;

    it("is refused by name at registration", async () => {
      const agent = await someone();
      const ofRegistration = shapes.filter(
        ([name]) => !/authenticatorData|signature|user handle/.test(name),
      );
      await expectOfEach(ofRegistration, nameOf, async ([, change]) => {
        const sound = authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS));
        const reply = await agent.post(VERIFY_REGISTRATION, { response: change({ ...sound }) });
        const issues = [{ path: stringMatching(/^response/) }];
        expect(reply).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", issues } });
      });
    });

    it("may have at registration what belongs to a sign-in only", async () => {
      const ofSignIn = shapes.filter(([name]) =>
        /authenticatorData|signature|user handle/.test(name),
      );
      await expectOfEach(ofSignIn, nameOf, async ([, change]) => {
        const agent = await someone();
        const sound = authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS));
        const reply = await agent.post(VERIFY_REGISTRATION, { response: change({ ...sound }) });
        expect(reply.status).toBe(200);
      });
    });

    it("is refused by name at a sign-in", async () => {
      const authenticator = authenticatorOn();
      await register(await someone(), authenticator);
      const browser = service.agent();
      await expectOfEach(
        shapes.filter(([name]) => !name.includes("attestationObject")),
        nameOf,
        async ([, change]) => {
          const assertion = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
          const reply = await browser.post(VERIFY_AUTHENTICATION, {
            response: change({ ...assertion }),
          });
          expect(reply).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
        },
      );
    });
  });
});

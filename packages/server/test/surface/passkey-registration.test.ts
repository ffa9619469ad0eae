import { DAY, MINUTE } from "@acme/auth-core/surface";
import { REGISTRATION_BREAKS, type RegistrationBreak } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { anyString, stringMatching } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { activityOf } from "../activity.js";
import type { Agent } from "../agent.js";
import {
  authenticate,
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  listPasskeys,
  optionsFrom,
  register,
  REGISTER_OPTIONS,
  registered,
  VERIFY_REGISTRATION,
} from "../passkeys.js";
import { APP_ORIGIN } from "../service.js";
import { describePasskeys } from "./describe-passkeys.js";

/** The breaks that end in another code than the usual one. */
const REGISTRATION_CODES: Readonly<Partial<Record<RegistrationBreak, string>>> = {
  wrongChallenge: "CHALLENGE_NOT_FOUND",
  emptyCredentialId: "VALIDATION_ERROR",
};
describePasskeys(
  {
    section: "Passkeys",
    shownElsewhere:
      /(?:authenticat\w+-options|verify-authentication|list-user-passkeys|delete-passkey|update-passkey|passkey-signals) |CONDITIONAL_CREATE_NOT_ALLOWED$/,
  },
  ({ service, someone, latestEmail }) => {
    describe("registration", () => {
      it.each(["ES256", "EdDSA", "RS256"] as const)(
        "takes a key of %s, not attested or attested by itself",
        async (algorithm) => {
          const agent = await someone();
          for (const attestation of ["none", "packed"] as const) {
            const reply = await register(
              agent,
              authenticatorOn({
                algorithm,
                attestation,
                aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
              }),
            );
            expect(reply).toMatchObject({
              status: 200,
              body: {
                name: "Laptop",
                transports: "internal,hybrid",
                provider: anyString(),
              },
            });
            expect(Object.keys(readJson(reply.body, "object")).toSorted()).toEqual(
              // prettier-ignore
              ["aaguid", "backedUp", "createdAt", "credentialID", "deviceType", "id", "lastUsedAt", "name", "provider", "transports", "userId"],
            );
          }
          expect(await listPasskeys(agent)).toHaveLength(2);
        },
      );

      it("takes the credential itself as body too, with a name beside it", async () => {
        const agent = await someone();
        const credential = authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS));
        expect(await agent.post(VERIFY_REGISTRATION, { ...credential, name: "Key" })).toMatchObject(
          {
            status: 200,
            body: { name: "Key" },
          },
        );
        const second = authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS));
        expect(await agent.post(VERIFY_REGISTRATION, second)).toMatchObject({
          status: 200,
          body: { name: "" },
        });
      });

      it("is told by mail and in the activity", async () => {
        const agent = await someone();
        const { id } = await registered(agent);
        await service.auth.worker.runDue();
        expect(service.inbox.mails.at(-1)).toMatchObject({
          to: latestEmail(),
          subject: "A passkey was added to your Acme account",
        });
        expect(await activityOf(agent)).toContainEqual({ event: "passkey.added", passkeyId: id });
      });

      it("refuses each break of a ceremony", async () => {
        const agent = await someone();
        await expectOfEach(keysOf(REGISTRATION_BREAKS), String, async (name) => {
          const reply = await register(agent, authenticatorOn(), { [name]: true });
          expect(reply).toMatchObject({
            status: 400,
            body: { code: REGISTRATION_CODES[name] ?? "FAILED_TO_VERIFY_REGISTRATION" },
          });
          expect(await listPasskeys(agent)).toEqual([]);
        });
      });

      it("tells only the operator why one is refused", async () => {
        const reply = await register(await someone(), authenticatorOn(), { noUserPresence: true });
        const refusal = service.logs.findLast(
          ({ event }) => event === "passkey_registration_failed",
        )!;
        expect(refusal).toMatchObject({
          level: "warn",
          fields: { reason: stringMatching(/presen/) },
        });
        expect(reply.text).not.toContain("presen");
      });

      it("refuses a ceremony on another origin, and tells the operator which one was signed", async () => {
        const agent = await someone();
        expect(
          await register(
            agent,
            authenticatorOn({ origin: "http://evil.app.test:3004", rpId: "app.test" }),
          ),
        ).toMatchObject({
          status: 400,
          body: {
            code: "FAILED_TO_VERIFY_REGISTRATION",
            message: expect.not.stringContaining("evil") as string,
          },
        });
        expect(service.logs).toContainEqual(
          expect.objectContaining({
            event: "passkey_origin_mismatch",
            fields: { expected: APP_ORIGIN, signed: "http://evil.app.test:3004" },
          }),
        );
      });

      it("uses a challenge up at the first answer, good or bad, of its user alone, and for five minutes", async () => {
        const [ada, eve] = [await someone(), await someone()];
        const authenticator = authenticatorOn();
        const options = await optionsFrom(ada, REGISTER_OPTIONS);
        const broken = { response: authenticator.create(options, { noUserVerification: true }) };
        const sound = { response: authenticatorOn().create(options) };
        const answer = (agent: Agent, body: object) => agent.post(VERIFY_REGISTRATION, body);
        expect(await answer(ada, broken)).toMatchObject({
          body: { code: "FAILED_TO_VERIFY_REGISTRATION" },
        });
        expect(await answer(ada, sound)).toMatchObject({ body: { code: "CHALLENGE_NOT_FOUND" } });

        const forAda = {
          response: authenticatorOn().create(await optionsFrom(ada, REGISTER_OPTIONS)),
        };
        expect(await answer(eve, forAda)).toMatchObject({ body: { code: "CHALLENGE_NOT_FOUND" } });
        const toSignIn = {
          response: authenticatorOn().create({
            ...options,
            ...(await optionsFrom(ada, AUTHENTICATION_OPTIONS)),
          }),
        };
        expect(await answer(ada, toSignIn)).toMatchObject({
          body: { code: "CHALLENGE_NOT_FOUND" },
        });

        const late = {
          response: authenticatorOn().create(await optionsFrom(ada, REGISTER_OPTIONS)),
        };
        service.clock.advance(5 * MINUTE);
        expect(await answer(ada, late)).toMatchObject({ body: { code: "CHALLENGE_NOT_FOUND" } });
        expect(await listPasskeys(ada)).toEqual([]);
      });

      it("never takes a credential that anybody has already", async () => {
        const [ada, eve] = [await someone(), await someone()];
        const authenticator = authenticatorOn();
        await register(ada, authenticator);
        const known = authenticator.credentials[0]!;
        const stolen = authenticatorOn().create(await optionsFrom(eve, REGISTER_OPTIONS), {
          transformAuthenticatorData: (honest) => ({
            ...honest,
            attested: honest.attested && { ...honest.attested, credentialId: known.id },
          }),
          transformResponse: (honest) => ({
            ...honest,
            id: known.id.toString("base64url"),
            rawId: known.id.toString("base64url"),
          }),
        });
        expect(await eve.post(VERIFY_REGISTRATION, { response: stolen })).toMatchObject({
          body: { code: "FAILED_TO_VERIFY_REGISTRATION" },
        });
        expect(await listPasskeys(eve)).toEqual([]);
        expect((await authenticate(service.agent(), authenticator)).status).toBe(200);
      });

      it("ends at the number a user may have, at both steps", async () => {
        const agent = await someone();
        const ready = {
          response: authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS)),
        };
        for (let i = 0; i < 3; i++)
          expect((await register(agent, authenticatorOn())).status).toBe(200);
        expect(await agent.post(REGISTER_OPTIONS)).toMatchObject({
          status: 403,
          body: { code: "LIMIT_REACHED" },
        });
        expect(await agent.get(REGISTER_OPTIONS)).toMatchObject({
          status: 403,
          body: { code: "LIMIT_REACHED" },
        });
        expect(await agent.post(VERIFY_REGISTRATION, ready)).toMatchObject({
          status: 403,
          body: { code: "LIMIT_REACHED" },
        });
      });

      it("needs a fresh session at both steps", async () => {
        const agent = await someone();
        const ready = {
          response: authenticatorOn().create(await optionsFrom(agent, REGISTER_OPTIONS)),
        };
        service.clock.advance(DAY);
        for (const method of ["POST", "GET"])
          expect(await agent.send(REGISTER_OPTIONS, { method })).toMatchObject({
            status: 403,
            body: { code: "SESSION_NOT_FRESH" },
          });
        expect(await agent.post(VERIFY_REGISTRATION, ready)).toMatchObject({
          status: 403,
          body: { code: "SESSION_NOT_FRESH" },
        });
      });
    });
  },
);

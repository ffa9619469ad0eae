import { describe, expect, it } from "vitest";
import { DAY, MINUTE, type PasskeyId, type UserId } from "@acme/auth-core";
import {
  AUTHENTICATION_BREAKS,
  REGISTRATION_BREAKS,
  type AuthenticationBreak,
  type RegistrationBreak,
} from "@acme/auth-testing";
import type { Agent } from "../agent.js";
import { createMeanwhile } from "../meanwhile.js";
import {
  AUTHENTICATION_OPTIONS,
  authenticate,
  authenticatorOn,
  DELETE_PASSKEY,
  LIST_PASSKEYS,
  optionsFrom,
  type PasskeyBody,
  register,
  REGISTER_OPTIONS,
  VERIFY_AUTHENTICATION,
  VERIFY_REGISTRATION,
} from "../passkeys.js";
import { APP_ORIGIN, startService } from "../service.js";
import { describeService } from "../describe-service.js";

/** Every way to break a ceremony that ends in another code than the usual one. */
const REGISTRATION_CODES: Readonly<Partial<Record<RegistrationBreak, string>>> = {
  wrongChallenge: "CHALLENGE_NOT_FOUND",
  emptyCredentialId: "VALIDATION_ERROR",
};
const AUTHENTICATION_CODES: Readonly<Partial<Record<AuthenticationBreak, string>>> = {
  wrongChallenge: "CHALLENGE_NOT_FOUND",
  otherRawId: "PASSKEY_NOT_FOUND",
  emptySignature: "VALIDATION_ERROR",
};

describeService(
  "passkeys over HTTP",
  {
    start: { policy: { passkeysPerUser: 3 } },
    section: "Passkeys",
    shownElsewhere: /LAST_SIGN_IN_METHOD$/,
  },
  (service, database) => {
    let people = 0;
    const someone = () => service.signedIn(`person${++people}@example.com`);
    const list = async (agent: Agent) =>
      (await agent.get(LIST_PASSKEYS)).body as readonly PasskeyBody[];
    const events = async (agent: Agent) =>
      (
        (await agent.get("/api/v1/me/activity")).body as {
          entries: { event: string; detail: object }[];
        }
      ).entries.map(({ event, detail }) => ({
        event,
        ...detail,
      }));

    describe("options", () => {
      it.each(["POST", "GET"])(
        "to register, by %s: what the rules want, and a new challenge each time",
        async (method) => {
          const agent = await someone();
          const ask = async () =>
            (
              await agent.send(`${REGISTER_OPTIONS}?authenticatorAttachment=platform&name=Ada`, {
                method,
              })
            ).body as Record<string, never>;
          const [first, second] = [await ask(), await ask()];
          expect(first).toMatchObject({
            rp: { id: "app.test", name: "Acme" },
            user: { name: "Ada", id: expect.stringMatching(/^[\w-]{86}$/) as string },
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
          expect(first["challenge"]).toMatch(/^[\w-]{43}$/);
          expect(second["challenge"]).not.toBe(first["challenge"]);
          expect(second["user"]).toEqual(first["user"]);
        },
      );

      it("to register list what the user has already", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        const { credentialID } = (await register(agent, authenticator)).body as PasskeyBody;
        const options = (await optionsFrom(agent, REGISTER_OPTIONS)) as {
          excludeCredentials: object[];
        };
        expect(options.excludeCredentials).toEqual([
          { id: credentialID, type: "public-key", transports: ["internal", "hybrid"] },
        ]);
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
            expect((body as { allowCredentials?: object[] }).allowCredentials ?? []).toEqual([]);
            expect(setCookies).toEqual([
              expect.stringMatching(
                /^browser=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
              ),
            ]);
          }
        },
      );

      it("to sign in list the passkeys of whoever is signed in", async () => {
        const agent = await someone();
        const { credentialID } = (await register(agent, authenticatorOn())).body as PasskeyBody;
        expect(await optionsFrom(agent, AUTHENTICATION_OPTIONS)).toMatchObject({
          allowCredentials: [{ id: credentialID }],
        });
      });
    });

    describe("registration", () => {
      it.each(["ES256", "EdDSA", "RS256"] as const)(
        "takes a key of %s, attested by nobody or by itself",
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
                provider: expect.any(String) as string,
              },
            });
            expect(Object.keys(reply.body as object).toSorted()).toEqual(
              // prettier-ignore
              ["aaguid", "backedUp", "createdAt", "credentialID", "deviceType", "id", "lastUsedAt", "name", "provider", "transports", "userId"],
            );
          }
          expect(await list(agent)).toHaveLength(2);
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
        const { id } = (await register(agent, authenticatorOn())).body as PasskeyBody;
        await service.auth.worker.runDue();
        expect(service.inbox.mails.at(-1)).toMatchObject({
          to: `person${people}@example.com`,
          subject: "A passkey was added to your Acme account",
        });
        expect(await events(agent)).toContainEqual({ event: "passkey.added", passkeyId: id });
      });

      it.each(Object.keys(REGISTRATION_BREAKS) as RegistrationBreak[])(
        "refuses %s",
        async (name) => {
          const agent = await someone();
          const reply = await register(agent, authenticatorOn(), { [name]: true });
          expect(reply).toMatchObject({
            status: 400,
            body: { code: REGISTRATION_CODES[name] ?? "FAILED_TO_VERIFY_REGISTRATION" },
          });
          expect(await list(agent)).toEqual([]);
        },
      );

      it("tells the operator why one is refused, and nobody else", async () => {
        const reply = await register(await someone(), authenticatorOn(), { noUserPresence: true });
        const refusal = service.logs.findLast(
          ({ event }) => event === "passkey_registration_failed",
        )!;
        expect(refusal).toMatchObject({
          level: "warn",
          fields: { reason: expect.stringMatching(/presen/) as string },
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
        expect(await list(ada)).toEqual([]);
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
        expect(await list(eve)).toEqual([]);
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

    describe("authentication", () => {
      it("signs in, writes down the use, and needs no address", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const browser = service.agent();
        for (let times = 0; times < 3; times++) {
          const reply = await authenticate(browser, authenticator);
          expect(reply).toMatchObject({
            status: 200,
            body: {
              user: { email: `person${people}@example.com` },
              session: { id: expect.any(String) as string },
            },
          });
          expect(reply.setCookies.some((cookie) => cookie.startsWith("session="))).toBe(true);
        }
        expect((await list(agent))[0]!.lastUsedAt).toBe(service.clock.now().toISOString());
        expect(await events(agent)).toContainEqual(
          expect.objectContaining({ event: "session.opened", method: "passkey" }),
        );
      });

      it("makes a stale session fresh again, and keeps it", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const before = (
          (await agent.get("/api/auth/get-session")).body as { session: { id: string } }
        ).session.id;
        service.clock.advance(DAY);
        expect((await agent.post(REGISTER_OPTIONS)).status).toBe(403);
        expect(await authenticate(agent, authenticator)).toMatchObject({
          status: 200,
          body: { session: { id: before } },
        });
        expect((await agent.post(REGISTER_OPTIONS)).status).toBe(200);
      });

      it.each(["ES256", "EdDSA", "RS256"] as const)(
        "takes %s, and a counter that stays 0",
        async (algorithm) => {
          const agent = await someone();
          const authenticator = authenticatorOn({ algorithm, counter: "zero" });
          await register(agent, authenticator);
          for (let times = 0; times < 2; times++)
            expect((await authenticate(service.agent(), authenticator)).status).toBe(200);
        },
      );

      it.each(Object.keys(AUTHENTICATION_BREAKS) as AuthenticationBreak[])(
        "refuses %s, and opens no session",
        async (name) => {
          const agent = await someone();
          const authenticator = authenticatorOn();
          await register(agent, authenticator);
          const code = AUTHENTICATION_CODES[name] ?? "AUTHENTICATION_FAILED";
          const reply = await authenticate(service.agent(), authenticator, { [name]: true });
          expect(reply).toMatchObject({ body: { code } });
          expect(reply.status).toBe(
            code === "CHALLENGE_NOT_FOUND" || code === "VALIDATION_ERROR" ? 400 : 401,
          );
          expect(reply.setCookies).toEqual([]);
          expect((await list(agent))[0]!.lastUsedAt).toBeNull();
        },
      );

      it("refuses one on another origin, and tells the operator which one was signed", async () => {
        const authenticator = authenticatorOn();
        await register(await someone(), authenticator);
        expect(
          (await authenticate(service.agent(), authenticator, { wrongOrigin: true })).text,
        ).not.toContain("stranger");
        expect(service.logs).toContainEqual(
          expect.objectContaining({
            event: "passkey_origin_mismatch",
            fields: { expected: APP_ORIGIN, signed: "https://stranger.example" },
          }),
        );
      });

      it("refuses a counter that fell back, and its owner can read that", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        const { id } = (await register(agent, authenticator)).body as PasskeyBody;
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 7 })).status,
        ).toBe(200);
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 7 })).status,
        ).toBe(401);
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 0 })).status,
        ).toBe(401);
        // The second refusal is equal to the first: the log of the service has both, that of the account one.
        expect((await events(agent)).filter(({ event }) => event === "passkey.refused")).toEqual([
          { event: "passkey.refused", passkeyId: id, because: "counter" },
        ]);
        const logged = expect.objectContaining({
          level: "warn",
          event: "authn_login_fail",
          fields: { method: "passkey", reason: "counter" },
        }) as object;
        expect(service.logs.slice(-2)).toEqual([logged, logged]);
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 8 })).status,
        ).toBe(200);
      });

      it("uses a challenge up at the first answer, good or bad, of its browser alone, and for five minutes", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const browser = service.agent();
        const assertion = async (breaks = {}) => ({
          response: authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS), breaks),
        });
        const lost = { status: 400, body: { code: "CHALLENGE_NOT_FOUND" } };

        const once = await assertion();
        expect((await browser.post(VERIFY_AUTHENTICATION, once)).status).toBe(200);
        expect(await browser.post(VERIFY_AUTHENTICATION, once)).toMatchObject(lost);

        const options = await optionsFrom(browser, AUTHENTICATION_OPTIONS);
        expect(
          (
            await browser.post(VERIFY_AUTHENTICATION, {
              response: authenticator.get(options, { wrongSignature: true }),
            })
          ).status,
        ).toBe(401);
        expect(
          await browser.post(VERIFY_AUTHENTICATION, { response: authenticator.get(options) }),
        ).toMatchObject(lost);

        const asked = await optionsFrom(browser, AUTHENTICATION_OPTIONS);
        const unknown = { response: authenticator.get(asked, { otherRawId: true }) };
        expect(await browser.post(VERIFY_AUTHENTICATION, unknown)).toMatchObject({
          status: 401,
          body: { code: "PASSKEY_NOT_FOUND" },
        });
        expect(
          await browser.post(VERIFY_AUTHENTICATION, { response: authenticator.get(asked) }),
        ).toMatchObject(lost);

        expect(await service.agent().post(VERIFY_AUTHENTICATION, await assertion())).toMatchObject(
          lost,
        );
        const elsewhere = service.agent();
        await optionsFrom(elsewhere, AUTHENTICATION_OPTIONS);
        expect(await elsewhere.post(VERIFY_AUTHENTICATION, await assertion())).toMatchObject(lost);

        const late = await assertion();
        service.clock.advance(5 * MINUTE);
        expect(await browser.post(VERIFY_AUTHENTICATION, late)).toMatchObject(lost);
      });

      it("two tabs of one browser do not take each other's challenge", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const browser = service.agent();
        const [first, second] = [
          await optionsFrom(browser, AUTHENTICATION_OPTIONS),
          await optionsFrom(browser, AUTHENTICATION_OPTIONS),
        ];
        const early = authenticator.get(first);
        expect((await browser.post(VERIFY_AUTHENTICATION, { response: early })).status).toBe(200);
        browser.cookies.delete("session");
        expect((await browser.post(VERIFY_AUTHENTICATION, authenticator.get(second))).status).toBe(
          200,
        );
      });

      it("refuses somebody else's passkey where the signed-in user's own were listed", async () => {
        const [ada, eve] = [await someone(), await someone()];
        const [hers, foreign] = [authenticatorOn(), authenticatorOn()];
        await register(ada, hers);
        await register(eve, foreign);
        const options = {
          ...(await optionsFrom(ada, AUTHENTICATION_OPTIONS)),
          allowCredentials: [],
        };
        expect(await ada.post(VERIFY_AUTHENTICATION, foreign.get(options))).toMatchObject({
          status: 401,
          body: { code: "AUTHENTICATION_FAILED" },
        });
      });

      it("may leave the handle out where the browser was told which passkey to use", async () => {
        const ada = await someone();
        const authenticator = authenticatorOn();
        await register(ada, authenticator);
        expect((await authenticate(ada, authenticator, { missingUserHandle: true })).status).toBe(
          200,
        );
      });

      it("takes an imported passkey without verification until it has shown its handle, and no other handle afterwards", async () => {
        const authenticator = authenticatorOn();
        await register(await someone(), authenticator);
        const { id: credential, userHandle } = authenticator.credentials[0]!;
        const { passkeys } = service.store;
        const made = (await passkeys.findByCredentialId(credential.toString("base64url")))!;
        await passkeys.delete(made.userId, made.id);
        await passkeys.insertUnlessTaken({ ...made, userHandle: null });
        const use = async (breaks: object) =>
          (await authenticate(service.agent(), authenticator, breaks)).status;

        expect(await use({ noUserVerification: true, missingUserHandle: true })).toBe(200);
        expect(await use({ noUserVerification: true })).toBe(200);
        expect(await passkeys.findByCredentialId(made.credentialId)).toMatchObject({ userHandle });
        expect([
          await use({ noUserVerification: true }),
          await use({ foreignUserHandle: true }),
          await use({}),
        ]).toEqual([401, 401, 200]);
      });

      it("fifty parallel uses of one assertion open one session", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const browser = service.agent();
        const response = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
        const replies = await Promise.all(
          Array.from({ length: 50 }, () => browser.post(VERIFY_AUTHENTICATION, { response })),
        );
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(replies.filter(({ status }) => status === 400)).toHaveLength(49);
        expect((await agent.get("/api/auth/list-sessions")).body).toHaveLength(2);
      });
    });

    describe("an owner's passkeys", () => {
      it("are renamed and removed by their owner alone; removing one ends the other sessions", async () => {
        const [ada, eve] = [await someone(), await someone()];
        const authenticator = authenticatorOn();
        const { id } = (await register(ada, authenticator)).body as PasskeyBody;
        const phone = service.agent();
        await authenticate(phone, authenticator);
        for (const [agent, target] of [
          [eve, id],
          [ada, "0000000000000000"],
          [ada, "\u0000"],
          [ada, ""],
        ] as const) {
          expect(
            await agent.post("/api/auth/passkey/update-passkey", { id: target, name: "Mine" }),
          ).toMatchObject({
            status: 404,
            body: { code: "PASSKEY_NOT_FOUND" },
          });
          expect(await agent.post(DELETE_PASSKEY, { id: target })).toMatchObject({
            status: 404,
            body: { code: "PASSKEY_NOT_FOUND" },
          });
        }
        expect(
          await ada.post("/api/auth/passkey/update-passkey", { id, name: "  Blue key " }),
        ).toMatchObject({
          status: 200,
          body: { passkey: { id, name: "Blue key" } },
        });
        expect(await ada.post("/api/auth/passkey/update-passkey", { id, name: " " })).toMatchObject(
          {
            status: 400,
            body: { code: "VALIDATION_ERROR" },
          },
        );

        expect(await ada.post(DELETE_PASSKEY, { id })).toMatchObject({
          status: 200,
          body: { status: true },
        });
        expect(await list(ada)).toEqual([]);
        expect((await phone.get("/api/v1/auth/me")).status).toBe(401);
        expect((await ada.get("/api/v1/auth/me")).status).toBe(200);
        expect(await authenticate(service.agent(), authenticator)).toMatchObject({
          status: 401,
          body: { code: "PASSKEY_NOT_FOUND" },
        });
      });

      it("are told of by mail, and in the activity, when one is removed", async () => {
        const ada = await someone();
        const { id } = (await register(ada, authenticatorOn())).body as PasskeyBody;
        await ada.post(DELETE_PASSKEY, { id });
        await service.auth.worker.runDue();
        const told = service.inbox.mails
          .filter(({ to }) => to === `person${people}@example.com`)
          .map(({ subject }) => subject);
        expect(told).toContain("A passkey was removed from your Acme account");
        expect(await events(ada)).toContainEqual({ event: "passkey.removed", passkeyId: id });
      });

      it("an assertion that is under way when its passkey is removed opens nothing", async () => {
        const ada = await someone();
        const authenticator = authenticatorOn();
        const { id } = (await register(ada, authenticator)).body as PasskeyBody;
        const browser = service.agent();
        const response = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
        const [removed, signedIn] = await Promise.all([
          ada.post(DELETE_PASSKEY, { id }),
          browser.post(VERIFY_AUTHENTICATION, { response }),
        ]);
        expect(removed.status).toBe(200);
        expect((await browser.get("/api/v1/auth/me")).status).toBe(401);
        expect([200, 401]).toContain(signedIn.status);
      });
    });

    it("an assertion that was verified before its passkey was removed opens nothing", async () => {
      const meanwhile = createMeanwhile();
      const slow = await startService({ database, ...meanwhile.options });
      const ada = await slow.signedIn("ada@example.com");
      const authenticator = authenticatorOn();
      const { id, userId } = (await register(ada, authenticator)).body as PasskeyBody;
      const browser = slow.agent();
      const response = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
      meanwhile.beforeTransaction(() =>
        slow.store.passkeys.delete(userId as UserId, id as PasskeyId),
      );
      expect(await browser.post(VERIFY_AUTHENTICATION, { response })).toMatchObject({
        status: 401,
        body: { code: "AUTHENTICATION_FAILED" },
      });
      expect((await browser.get("/api/v1/auth/me")).status).toBe(401);
      await slow.stop();
    });

    describe("the shape of a credential", () => {
      const shapes: readonly (readonly [
        name: string,
        change: (honest: Record<string, unknown>) => object,
      ])[] = [
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
                  (honest: Record<string, unknown>) => ({
                    ...honest,
                    response: { ...(honest["response"] as object), [member]: value },
                  }),
                ] as const,
            ),
        ),
        [
          "with a numeric user handle",
          (honest) => ({
            ...honest,
            response: { ...(honest["response"] as object), userHandle: 1 },
          }),
        ],
      ];

      it.each(shapes)(
        "%s is refused by name, or by the ceremony where it does not belong there",
        async (name, change) => {
          const agent = await someone();
          const authenticator = authenticatorOn();
          const sound = authenticator.create(await optionsFrom(agent, REGISTER_OPTIONS)) as never;
          const ofRegistration = !/authenticatorData|signature|user handle/.test(name);
          const made = await agent.post(VERIFY_REGISTRATION, { response: change(sound) });
          expect(made.status).toBe(ofRegistration ? 400 : 200);
          if (ofRegistration)
            expect(made.body).toMatchObject({
              code: "VALIDATION_ERROR",
              issues: [{ path: expect.stringMatching(/^response/) as string }],
            });
          if (name.includes("attestationObject")) return;
          await register(agent, authenticatorOn());
          const browser = service.agent();
          const assertion = authenticator.get(
            await optionsFrom(browser, AUTHENTICATION_OPTIONS),
          ) as never;
          const used = await browser.post(VERIFY_AUTHENTICATION, { response: change(assertion) });
          expect(used).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
        },
      );
    });
  },
);

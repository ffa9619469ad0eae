import { DAY, MINUTE } from "@acme/auth-core/surface";
import { asChecked, AUTHENTICATION_BREAKS, type AuthenticationBreak } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { anyString, objectContaining } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { activityOf } from "../activity.js";
import {
  authenticate,
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  DELETE_PASSKEY,
  listPasskeys,
  optionsFrom,
  register,
  REGISTER_OPTIONS,
  registered,
  VERIFY_AUTHENTICATION,
} from "../passkeys.js";
import { APP_ORIGIN } from "../service.js";
import { describePasskeys } from "./describe-passkeys.js";

/** The breaks that end in another code than the usual one. */
const AUTHENTICATION_CODES: Readonly<Partial<Record<AuthenticationBreak, string>>> = {
  wrongChallenge: "CHALLENGE_NOT_FOUND",
  otherRawId: "PASSKEY_NOT_FOUND",
  emptySignature: "VALIDATION_ERROR",
};

describePasskeys(
  {
    section: "Passkeys",
    shownElsewhere:
      /(?:register-options|verify-registration|list-user-passkeys|delete-passkey|update-passkey|passkey-signals) |SECOND_FACTOR_REQUIRED|EMAIL_NOT_VERIFIED/,
  },
  ({ service, someone, latestEmail }) => {
    describe("authentication", () => {
      it("signs in, writes down the use, and needs no email address", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const browser = service.agent();
        for (let times = 0; times < 3; times++) {
          const reply = await authenticate(browser, authenticator);
          expect(reply).toMatchObject({
            status: 200,
            body: {
              user: { email: latestEmail() },
              session: { id: anyString() },
            },
          });
          expect(reply.setCookies.some((cookie) => cookie.startsWith("session="))).toBe(true);
        }
        expect((await listPasskeys(agent))[0]!.lastUsedAt).toBe(service.clock.now().toISOString());
        expect(await activityOf(agent)).toContainEqual(
          expect.objectContaining({ event: "session.opened", method: "passkey" }),
        );
      });

      it("makes a stale session fresh again, and keeps it", async () => {
        const agent = await someone();
        const authenticator = authenticatorOn();
        await register(agent, authenticator);
        const before = readJson((await agent.get("/api/auth/get-session")).body, {
          session: { id: "string" },
        }).session.id;
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

      it("refuses each break of a ceremony, and opens no session", async () => {
        const agent = await someone();
        await expectOfEach(keysOf(AUTHENTICATION_BREAKS), String, async (name) => {
          const authenticator = authenticatorOn();
          const { id } = await registered(agent, authenticator);
          const code = AUTHENTICATION_CODES[name] ?? "AUTHENTICATION_FAILED";
          const reply = await authenticate(service.agent(), authenticator, { [name]: true });
          expect(reply).toMatchObject({ body: { code } });
          expect(reply.status).toBe(
            code === "CHALLENGE_NOT_FOUND" || code === "VALIDATION_ERROR" ? 400 : 401,
          );
          expect(reply.setCookies).toEqual([]);
          expect(await listPasskeys(agent)).toMatchObject([{ id, lastUsedAt: null }]);
          await agent.post(DELETE_PASSKEY, { id });
        });
      });

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
        const { id } = await registered(agent, authenticator);
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 7 })).status,
        ).toBe(200);
        const before = service.logs.filter(({ level }) => level !== "debug").length;
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 7 })).status,
        ).toBe(401);
        expect(
          (await authenticate(service.agent(), authenticator, { counterValue: 0 })).status,
        ).toBe(401);
        // The second refusal is equal to the first: both logs have one.
        expect(
          (await activityOf(agent)).filter(({ event }) => event === "passkey.refused"),
        ).toEqual([{ event: "passkey.refused", passkeyId: id, because: "counter" }]);
        const logged = objectContaining({
          level: "warn",
          event: "authn_login_fail",
          fields: { method: "passkey", reason: "counter" },
        });
        const since = service.logs.filter(({ level }) => level !== "debug").slice(before);
        expect(since).toEqual([logged]);
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

      it("refuses another user's passkey where the signed-in user's own were listed", async () => {
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
        await passkeys.insertUnlessTaken(asChecked({ ...made, userHandle: null }));
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
  },
);

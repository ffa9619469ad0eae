import { type LinkedAccountId, type SecretHash, toId, type UserId } from "@acme/auth-core";
import type { OAuthStateId } from "@acme/auth-core/store";
import { DAY } from "@acme/auth-core/surface";
import { asChecked, type SoftwareAuthenticator } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { expect, it } from "vitest";
import type { Agent } from "./agent.js";
import { describeService } from "./describe-service.js";
import { idIn } from "./id-in.js";
import {
  authenticate,
  authenticatorOn,
  optionsFrom,
  register,
  REGISTER_OPTIONS,
  VERIFY_REGISTRATION,
} from "./passkeys.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";

const EMAIL = "ada@example.com";
const ATTACKERS = "the attacker knows this one";
/** Where a code of each type is worth something. */
const REDEEM: Readonly<Record<string, string>> = {
  "sign-in": SIGN_IN_BY_CODE,
  "email-verification": "/api/auth/email-otp/verify-email",
  "forget-password": "/api/auth/email-otp/reset-password",
};
type Codes = Readonly<Record<string, string>>;

interface PreHijacking {
  readonly attacker: Agent;
  readonly codes: Codes;
  readonly resetToken: string;
  readonly changeToken: string;
  readonly magicToken: string;
  readonly authenticator: SoftwareAuthenticator;
  readonly passkeyToCome: object;
}

const OWNERS = "only the owner knows this one";

describeService("proof of a mailbox", { perTest: true }, (service) => {
  const deliver = () => service.auth.worker.runDue();
  const isSignedIn = async (agent: Agent) => (await agent.get("/api/v1/auth/me")).status === 200;
  const signInWith = (password: string) =>
    service.agent("127.0.9.9").post("/api/auth/sign-in", { email: EMAIL, password });
  const subjects = () =>
    service.inbox.mails.filter(({ to }) => to === EMAIL).map(({ subject }) => subject);
  const linkIn = (start: string) =>
    new URL(
      /http\S+/.exec(
        service.inbox.mails.findLast(
          ({ to, subject }) => to === EMAIL && subject.startsWith(start),
        )!.text,
      )![0],
    );

  /**
   * An attacker signs up with an email address that is not theirs and prepares everything they can,
   * before its owner ever comes.
   */
  async function preHijack(): Promise<PreHijacking> {
    const attacker = service.agent("127.0.0.66");
    await attacker.post("/api/auth/sign-up", {
      email: EMAIL,
      password: ATTACKERS,
      name: "Mallory",
    });
    const authenticator = authenticatorOn();
    await register(attacker, authenticator);
    await plantAccount(toId(idIn(await attacker.get("/api/v1/auth/me"))));
    await attacker.post("/api/auth/magic-link/send", { email: EMAIL });
    await deliver();
    const magicToken = linkIn("Your Acme sign-in link").searchParams.get("token")!;
    await attacker.post("/api/auth/change-email", { newEmail: "mallory@example.com" });
    await attacker.post("/api/auth/request-password-reset", { email: EMAIL });
    const codes: Record<string, string> = {};
    for (const type of Object.keys(REDEEM)) {
      await deliver();
      await attacker.post(SEND_CODE, { email: EMAIL, type });
      await deliver();
      codes[type] = service.inbox.codeFor(EMAIL);
    }
    service.clock.advance(DAY / 24 / 12);
    const changeToken = new URL(service.inbox.linkFor("mallory@example.com")).searchParams.get(
      "token",
    )!;
    // At last: a challenge lives for five minutes only.
    const passkeyToCome = authenticatorOn().create(await optionsFrom(attacker, REGISTER_OPTIONS));
    return {
      attacker,
      codes,
      changeToken,
      resetToken: linkIn("Set a new").pathname.split("/").at(-1)!,
      authenticator,
      passkeyToCome,
      magicToken,
    };
  }

  /** An account at a provider that is linked, and a flow under way that would link another one. */
  async function plantAccount(userId: UserId): Promise<void> {
    const now = service.clock.now();
    const expiresAt = new Date(now.getTime() + DAY);
    await service.store.linkedAccounts.insertUnlessTaken({
      id: toId<LinkedAccountId>("account-of-mallory"),
      providerId: "idp",
      subject: "mallory",
      userId,
      scopes: [],
      createdAt: now,
      updatedAt: now,
    });
    await service.store.oauthStates.insert({
      id: toId<OAuthStateId>("trip-of-mallory-1"),
      providerId: "idp",
      userId,
      sealed: "",
      createdAt: now,
      expiresAt,
      stateHash: asChecked<SecretHash>("state"),
      browserHash: asChecked<SecretHash>("browser"),
    });
  }

  /** The ways in which somebody shows that mail reaches them. */
  const proofs = {
    "signing in by code": async (owner: Agent) => {
      await owner.post(SEND_CODE, { email: EMAIL, type: "sign-in" });
      await deliver();
      return owner.post(SIGN_IN_BY_CODE, { email: EMAIL, otp: service.inbox.codeFor(EMAIL) });
    },
    "signing in by magic link": async (owner: Agent) => {
      await owner.post("/api/auth/magic-link/send", { email: EMAIL });
      await deliver();
      return owner.post("/api/auth/magic-link/verify", {
        token: linkIn("Your Acme sign-in link").searchParams.get("token"),
      });
    },
    "resetting the password by link": async (owner: Agent) => {
      await owner.post("/api/auth/request-password-reset", { email: EMAIL });
      await deliver();
      return owner.post("/api/auth/reset-password", {
        token: linkIn("Set a new").pathname.split("/").at(-1),
        newPassword: OWNERS,
      });
    },
    "resetting the password by code": async (owner: Agent) => {
      await owner.post("/api/auth/email-otp/request-password-reset", { email: EMAIL });
      await deliver();
      return owner.post("/api/auth/email-otp/reset-password", {
        email: EMAIL,
        otp: service.inbox.codeFor(EMAIL),
        password: OWNERS,
      });
    },
  } as const;

  it.each(keysOf(proofs))(
    "%s takes away everything an attacker planted, and keeps what does no harm",
    async (proof) => {
      const { attacker, codes, resetToken, changeToken, magicToken, authenticator, passkeyToCome } =
        await preHijack();
      const owner = service.agent();
      expect((await proofs[proof](owner)).status).toBe(200);

      expect(await isSignedIn(attacker)).toBe(false);
      expect((await signInWith(ATTACKERS)).status).toBe(401);
      expect(
        (
          await attacker.post("/api/auth/reset-password", {
            token: resetToken,
            newPassword: ATTACKERS,
          })
        ).status,
      ).toBe(400);
      expect(
        (await attacker.post("/api/auth/change-email/confirm", { token: changeToken })).status,
      ).toBe(400);
      expect(
        (await attacker.post("/api/auth/magic-link/verify", { token: magicToken })).status,
      ).toBe(400);
      expect((await authenticate(attacker, authenticator)).body).toMatchObject({
        code: "PASSKEY_NOT_FOUND",
      });
      expect(await service.store.linkedAccounts.find("idp", "mallory")).toBeNull();
      expect(
        await service.store.oauthStates.consume(
          asChecked<SecretHash>("state"),
          service.clock.now(),
        ),
      ).toBeNull();
      // Even the owner's own session cannot finish what the attacker began.
      if (proof.startsWith("signing in")) {
        expect((await owner.post(VERIFY_REGISTRATION, passkeyToCome)).body).toMatchObject({
          code: "CHALLENGE_NOT_FOUND",
        });
      }
      for (const [type, otp] of Object.entries(codes)) {
        const reply = await attacker.post(REDEEM[type]!, {
          email: EMAIL,
          otp,
          password: ATTACKERS,
        });
        expect([type, reply.body]).toEqual([
          type,
          expect.objectContaining({ code: "INVALID_OTP" }),
        ]);
      }
      await deliver();
      expect(subjects()).toContain("Your Acme account is yours alone again");

      const user = await service.findUser(EMAIL);
      expect(user).toMatchObject({
        emailVerified: true,
        name: "Mallory",
        reclaimedAt: service.clock.now(),
      });
      if (proof.startsWith("resetting")) expect((await signInWith(OWNERS)).status).toBe(200);
    },
  );

  it.each(keysOf(proofs))(
    "%s from a live session of the same user verifies the email address and removes nothing",
    async (proof) => {
      const honest = service.agent();
      await honest.post("/api/auth/sign-up", { email: EMAIL, password: ATTACKERS, name: "Ada" });
      await deliver();
      service.clock.advance(DAY);
      expect((await proofs[proof](honest)).status).toBe(200);
      const user = await service.findUser(EMAIL);
      expect(user).toMatchObject({ emailVerified: true, reclaimedAt: null });
      await deliver();
      expect(subjects()).not.toContain("Your Acme account is yours alone again");
      // A reset ends every session and sets the password, as it always does; a code leaves both
      // alone.
      expect((await signInWith(proof.startsWith("signing in") ? ATTACKERS : OWNERS)).status).toBe(
        200,
      );
    },
  );

  it("a live session of another user keeps nothing of what an attacker planted", async () => {
    const { attacker } = await preHijack();
    const owner = await service.signedIn("owner@example.com");
    expect((await proofs["signing in by code"](owner)).status).toBe(200);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await signInWith(ATTACKERS)).status).toBe(401);
  });

  it("the honest user who comes back next day without a session proves the mailbox, loses the unproven password and is told how to set another", async () => {
    const first = service.agent();
    await first.post("/api/auth/sign-up", { email: EMAIL, password: ATTACKERS, name: "Ada" });
    await first.post("/api/auth/sign-out");
    service.clock.advance(DAY);
    const back = service.agent();
    expect((await proofs["signing in by code"](back)).status).toBe(200);
    expect((await signInWith(ATTACKERS)).status).toBe(401);
    await deliver();
    expect(service.inbox.last(EMAIL).text).toContain("removed its password");
    await proofs["resetting the password by link"](back);
    expect((await signInWith(OWNERS)).status).toBe(200);
  });

  it("the mailed verification link confirms that sign-up and removes nothing, and afterwards no proof does", async () => {
    const honest = service.agent();
    await honest.post("/api/auth/sign-up", { email: EMAIL, password: ATTACKERS, name: "Ada" });
    await deliver();
    expect(service.inbox.last(EMAIL).text).toContain("ignore this mail");
    await service
      .agent()
      .post("/api/v1/auth/verify-email", { token: linkIn("Confirm").searchParams.get("token") });
    expect((await proofs["signing in by code"](service.agent())).status).toBe(200);
    expect(await isSignedIn(honest)).toBe(true);
    expect((await signInWith(ATTACKERS)).status).toBe(200);
  });
});

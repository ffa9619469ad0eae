import { parseEmailAddress, Secret } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  appOf,
  codeOf,
  ENGINES,
  type EnrolledPerson,
  openWorld,
  PASSWORD,
  type Person,
  refusalOf,
  STEP,
  type World,
} from "../test/worlds.js";

const ENABLE = { method: "totp", replace: false, password: PASSWORD } as const;
const GIVEN = { password: PASSWORD };

describe.each(keysOf(ENGINES))("the second factor of a user, on %s", (engine) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  const start = async ({ caller, client }: Person, own: object = {}) => {
    const started = await world.auth.secondFactor.enable(caller, { ...ENABLE, ...own }, client);
    if (started.method !== "totp") throw new Error("no app");
    return { ...started, app: appOf(started.totpUri) };
  };
  const confirm = ({ caller, client }: Person, code: string) =>
    world.auth.secondFactor.verifyTotp({ code, pending: null, caller }, client);
  const stepUp = (ada: EnrolledPerson, code = ada.app.codeAt(world.clock.now())) =>
    confirm(ada, code);

  it("counts once a code has confirmed it, and ends every other session", async () => {
    const { auth, clock, identify, subjects } = world;
    const ada = await world.member();
    const signIn = { email: ada.email, password: PASSWORD, redirectTo: null };
    const { token: elsewhere } = await auth.passwords.signIn(signIn, ada.client);
    const { app, backupCodes } = await start(ada);
    expect(backupCodes).toHaveLength(10);
    for (const code of backupCodes)
      expect(code.reveal()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}\w{4}$/);
    expect(await auth.secondFactor.factors(ada.caller)).toMatchObject({
      enabled: false,
      totp: null,
      recoveryCodes: null,
      enrolment: { expiresAt: new Date(clock.now().getTime() + 10 * MINUTE) },
    });
    expect(await codeOf(auth.passwords.signIn(signIn, ada.client))).toBeNull();
    const proof = await confirm(ada, app.codeAt(clock.now()));
    expect(proof).toMatchObject({
      during: "enrolment",
      session: {
        id: ada.caller.session.id,
        authenticatedAt: ada.caller.session.authenticatedAt,
        methods: "password totp",
        secondFactorAt: clock.now(),
      },
    });
    if (proof.during === "sign-in") throw new Error("a sign-in");
    expect([await identify(ada.token), await identify(elsewhere)]).toEqual([null, null]);
    const caller = await world.callerOf(proof.token);
    expect(await auth.secondFactor.factors(caller)).toMatchObject({
      enabled: true,
      since: clock.now(),
      totp: { confirmedAt: clock.now() },
      recoveryCodes: { left: 10, createdAt: clock.now() },
      enrolment: null,
      session: { methods: ["password", "totp"], factors: 2 },
    });
    expect(await subjects(ada)).toContain("Two-step verification is on at Acme");
  });

  it("is confirmed in the session alone that has begun it, and by the newest secret", async () => {
    const { auth, clock } = world;
    const ada = await world.member();
    const signIn = { email: ada.email, password: PASSWORD, redirectTo: null };
    const { token } = await auth.passwords.signIn(signIn, ada.client);
    const other = { ...ada, caller: await world.callerOf(token) };
    const first = await start(ada);
    expect(await codeOf(confirm(other, first.app.codeAt(clock.now())))).toBe("TOTP_NOT_ENABLED");
    const second = await start(ada);
    expect(await codeOf(confirm(ada, first.app.codeAt(clock.now())))).toBe("INVALID_CODE");
    const shown = await auth.secondFactor.getTotpUri(ada.caller, GIVEN, ada.client);
    expect(shown.reveal()).toBe(second.totpUri.reveal());
    expect(await codeOf(confirm(ada, second.app.codeAt(clock.now())))).toBeNull();
  });

  it("asks for a verified email address, the password, and no app that is there", async () => {
    const { auth, clock } = world;
    const client = world.nextClient();
    const input = { name: "Eve", image: null, redirectTo: null, password: PASSWORD };
    const email = parseEmailAddress(`eve-on-${engine}@example.com`)!;
    const { signedIn } = await auth.passwords.signUp({ ...input, email }, client);
    const unverified = await world.callerOf(signedIn!.token);
    const enable = (who: Person["caller"], own: object = {}) =>
      codeOf(auth.secondFactor.enable(who, { ...ENABLE, ...own }, client));
    expect(await enable(unverified)).toBe("EMAIL_VERIFICATION_REQUIRED");
    const ada = await world.member();
    expect(await enable(ada.caller, { password: null })).toBe("INVALID_PASSWORD");
    expect(await enable(ada.caller, { password: new Secret("wrong") })).toBe("INVALID_PASSWORD");
    expect(await enable(ada.caller, { method: "otp" })).toBe("OTP_NOT_CONFIGURED");
    expect(await enable(ada.caller, { method: "passkey" })).toBe("SECOND_FACTOR_NOT_ENROLLED");
    const enrolled = await world.enrol(ada);
    expect(await enable(enrolled.caller)).toBe("TOTP_ALREADY_ENABLED");
    expect(await codeOf(auth.secondFactor.getTotpUri(enrolled.caller, GIVEN, client))).toBe(
      "TOTP_ALREADY_ENABLED",
    );
    clock.advance(10 * MINUTE);
    expect(await enable(enrolled.caller, { replace: true })).toBe(
      "INSUFFICIENT_USER_AUTHENTICATION",
    );
  });

  it("is not set up after five wrong codes, nor after ten minutes, nor an eleventh time", async () => {
    const { clock } = world;
    const ada = await world.member();
    const { app } = await start(ada);
    const wrong = app.codeAt(new Date(clock.now().getTime() + 10 * STEP));
    for (let time = 0; time < 5; time++)
      expect(await codeOf(confirm(ada, wrong))).toBe("INVALID_CODE");
    expect(await codeOf(confirm(ada, app.codeAt(clock.now())))).toBe("TOTP_NOT_ENABLED");
    const late = await start(ada);
    clock.advance(10 * MINUTE);
    expect(await codeOf(confirm(ada, late.app.codeAt(clock.now())))).toBe("TOTP_NOT_ENABLED");
    for (let time = 2; time < 10; time++) await start(ada);
    expect(await refusalOf(start(ada))).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAt: new Date(clock.now().getTime() + 50 * MINUTE),
    });
  });

  it("is a passkey that was just shown, by which its user goes on alone", async () => {
    const { auth, clock } = world;
    const ada = await world.member();
    const { use, passkey } = await world.addPasskey(ada);
    const input = { method: "passkey", replace: false, password: PASSWORD } as const;
    expect(await codeOf(auth.secondFactor.enable(ada.caller, input, ada.client))).toBe(
      "INSUFFICIENT_USER_AUTHENTICATION",
    );
    const caller = await world.callerOf((await use()).token);
    const started = await auth.secondFactor.enable(caller, input, ada.client);
    if (started.method !== "passkey") throw new Error("no passkey");
    expect(started).toMatchObject({ session: { methods: "passkey", secondFactorAt: clock.now() } });
    expect(started.backupCodes).toHaveLength(10);
    expect(await world.identify(ada.token)).toBeNull();
    const pending = await world.withheld(ada, ada.client);
    expect(await auth.secondFactor.findPending(pending)).toMatchObject({
      methods: ["passkey", "recovery-code"],
    });
    const own = await world.callerOf(started.token);
    expect(await codeOf(auth.passkeys.remove(own, passkey.id, ada.client))).toBe(
      "LAST_SECOND_FACTOR",
    );
    expect(await auth.passkeys.list(own)).toHaveLength(1);
    const off = await auth.secondFactor.disable(own, GIVEN, ada.client);
    expect(off).toMatchObject({ session: { secondFactorAt: clock.now() } });
    const left = await world.callerOf(off!.token);
    expect(await codeOf(auth.passkeys.remove(left, passkey.id, ada.client))).toBeNull();
  });

  it("steps a session up under a new token, and leaves its first proof as old as it is", async () => {
    const { auth, clock, identify } = world;
    const ada = await world.enrolled();
    const { authenticatedAt } = ada.caller.session;
    clock.advance(20 * MINUTE);
    const { caller, client } = ada;
    const generate = (who = caller) => auth.secondFactor.generateBackupCodes(who, GIVEN, client);
    const refused = await refusalOf(generate());
    expect(refused).toMatchObject({
      code: "INSUFFICIENT_USER_AUTHENTICATION",
      challenge:
        'Bearer error="insufficient_user_authentication", error_description="Two factors are required", acr_values="factors-2", max_age="600"',
    });
    const proof = await stepUp(ada);
    if (proof.during === "sign-in") throw new Error("a sign-in");
    expect(proof).toMatchObject({
      during: "step-up",
      session: { authenticatedAt, secondFactorAt: clock.now(), methods: "password totp" },
    });
    expect(await identify(ada.token)).toBeNull();
    clock.advance(10 * MINUTE - 1);
    const renewed = await generate(await world.callerOf(proof.token));
    clock.advance(1);
    expect(await codeOf(generate(await world.callerOf(renewed.token)))).toBe(
      "INSUFFICIENT_USER_AUTHENTICATION",
    );
  });

  it("steps up one of fifty at once, and a lost one spends no code", async () => {
    const { auth } = world;
    const ada = await world.enrolled();
    const [code] = ada.codes;
    const attempt = { code: code!.reveal(), pending: null, caller: ada.caller };
    const outcomes = await Promise.all(
      ada.codes.map((each) =>
        codeOf(auth.secondFactor.verifyBackupCode({ ...attempt, code: each.reveal() }, ada.client)),
      ),
    );
    expect(outcomes.filter((refused) => refused === null)).toHaveLength(1);
    expect(outcomes.filter((refused) => refused === "UNAUTHORIZED")).toHaveLength(9);
    expect(await auth.secondFactor.factors(ada.caller)).toMatchObject({
      recoveryCodes: { left: 9 },
    });
  });

  it("is not shown by a code that was replaced, and is told of one that was used", async () => {
    const { auth, subjects } = world;
    const ada = await world.enrolled();
    const made = await auth.secondFactor.generateBackupCodes(ada.caller, GIVEN, ada.client);
    const caller = await world.callerOf(made.token);
    const verify = (code: string) =>
      auth.secondFactor.verifyBackupCode({ code, pending: null, caller }, ada.client);
    expect(await codeOf(verify(ada.codes[0]!.reveal()))).toBe("INVALID_BACKUP_CODE");
    expect(await codeOf(verify("short"))).toBe("INVALID_BACKUP_CODE");
    const typed = made.backupCodes[0]!.reveal()
      .toLowerCase()
      .replaceAll("-", " ")
      .replace("0", "o");
    expect(await codeOf(verify(typed))).toBeNull();
    expect(await subjects(ada)).toEqual(
      expect.arrayContaining([
        "New recovery codes for your account at Acme",
        "A recovery code was used at Acme",
      ]),
    );
  });

  it("is off again, and asks nothing any more", async () => {
    const { auth, identify, subjects } = world;
    const ada = await world.enrolled();
    const input = { email: ada.email, password: PASSWORD, redirectTo: null };
    const off = await auth.secondFactor.disable(ada.caller, GIVEN, ada.client);
    expect(off).toMatchObject({ session: { secondFactorAt: null } });
    expect(await identify(ada.token)).toBeNull();
    expect(await codeOf(auth.passwords.signIn(input, ada.client))).toBeNull();
    const caller = await world.callerOf(off!.token);
    expect(await auth.secondFactor.factors(caller)).toMatchObject({
      enabled: false,
      totp: null,
      recoveryCodes: null,
    });
    expect(await codeOf(auth.secondFactor.disable(caller, GIVEN, ada.client))).toBe(
      "TWO_FACTOR_NOT_ENABLED",
    );
    expect(await subjects(ada)).toContain("Two-step verification is off at Acme");
    await start({ ...ada, caller });
    expect(await auth.secondFactor.disable(caller, GIVEN, ada.client)).toBeNull();
    expect(await identify(off!.token)).not.toBeNull();
  });
});

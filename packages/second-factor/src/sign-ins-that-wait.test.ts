import { Secret } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  cookieOf,
  ENGINES,
  openWorld,
  ORIGIN,
  PAGE,
  PASSWORD,
  refusalOf,
  STEP,
  type World,
} from "../test/worlds.js";

describe.each(keysOf(ENGINES))("a sign-in of an enrolled user, on %s", (engine) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  it.each(["password", "email-otp", "magic-link"] as const)(
    "by %s is withheld, changes nothing, and opens with the second proof",
    async (method) => {
      const { auth, clock, withheld, enterCode, openLink, sessionsOf, subjects } = world;
      const ada = await world.enrolled();
      const before = await sessionsOf(ada);
      const presented = { ...ada, client: { ...ada.client, sessionToken: ada.token } };
      const ways = {
        password: () => withheld(ada, presented.client),
        "email-otp": () => cookieOf(enterCode(presented)),
        "magic-link": () => cookieOf(openLink(presented)),
      };
      const pending = await ways[method]();
      const told = (await subjects(ada)).length;
      expect(await sessionsOf(ada)).toEqual(before);
      expect(await auth.secondFactor.findPending(pending)).toEqual({
        methods: ["totp", "recovery-code"],
        expiresAt: new Date(clock.now().getTime() + 10 * MINUTE),
        provesMailbox: method !== "password",
        recovery: null,
      });
      const code = ada.app.codeAt(clock.now());
      const proof = await auth.secondFactor.verifyTotp({ code, pending, caller: null }, ada.client);
      if (proof.during !== "sign-in") throw new Error("no sign-in");
      expect(proof.signedIn.session).toMatchObject({
        authenticatedBy: method,
        methods: `${method} totp`,
        secondFactorAt: clock.now(),
        authenticatedAt: clock.now(),
      });
      expect(await world.identify(proof.signedIn.token)).not.toBeNull();
      expect(await sessionsOf(ada)).toHaveLength(before.length + 1);
      expect(await codeOf(auth.secondFactor.findPending(pending))).toBe(
        "INVALID_TWO_FACTOR_COOKIE",
      );
      expect((await subjects(ada)).length).toBe(told);
    },
  );

  it("says what a success of another contract says, and where the browser goes on", async () => {
    const ada = await world.enrolled();
    const signIn = { email: ada.email, password: PASSWORD, redirectTo: null };
    const refused = await refusalOf(world.auth.passwords.signIn(signIn, ada.client));
    expect(refused).toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
      kind: "forbidden",
      continuation: {
        url: PAGE,
        cookie: { name: "pending-sign-in", lifetime: 10 * MINUTE },
        reply: { twoFactorRedirect: true, twoFactorMethods: ["totp", "recovery-code"] },
      },
    });
  });

  it("keeps what the first proof said: rememberMe, and where it leads", async () => {
    const ada = await world.enrolled();
    const redirectTo = `${ORIGIN}/home`;
    const pending = await world.withheld(ada, ada.client, { remembered: false, redirectTo });
    const attempt = { code: ada.app.codeAt(world.clock.now()), pending, caller: null };
    const proof = await world.auth.secondFactor.verifyTotp(attempt, ada.client);
    expect(proof).toMatchObject({
      during: "sign-in",
      redirectTo,
      signedIn: { session: { remembered: false } },
    });
    world.clock.advance(STEP);
    const link = await cookieOf(world.openLink(ada, redirectTo));
    const again = { code: ada.app.codeAt(world.clock.now()), pending: link, caller: null };
    expect(await world.auth.secondFactor.verifyTotp(again, ada.client)).toMatchObject({
      redirectTo,
    });
  });

  it("renews the session that it presents, by the same row", async () => {
    const ada = await world.enrolled();
    const client = { ...ada.client, sessionToken: ada.token };
    const pending = await world.withheld(ada, client);
    const attempt = { code: ada.app.codeAt(world.clock.now()), pending, caller: null };
    const proof = await world.auth.secondFactor.verifyTotp(attempt, client);
    expect(proof).toMatchObject({ signedIn: { session: { id: ada.caller.session.id } } });
    expect(await world.identify(ada.token)).toBeNull();
  });

  it("by a passkey that counts as two opens, with two factors", async () => {
    const { clock } = world;
    const ada = await world.enrolled();
    const { use } = await world.addPasskey(ada);
    const { session } = await use();
    expect(session).toMatchObject({ methods: "passkey", secondFactorAt: clock.now() });
  });

  it("by a passkey that counts as one is withheld, and a second proof lets it count as two", async () => {
    const { auth, store, clock } = world;
    const ada = await world.enrolled();
    const { passkey, use } = await world.addPasskey(ada);
    await store.passkeys.delete(passkey.userId, passkey.id);
    const uncertain = { ...passkey, uvInitialized: false };
    await store.passkeys.insertUnlessTaken(asChecked(uncertain));
    const pending = await cookieOf(use());
    expect(await auth.secondFactor.findPending(pending)).toMatchObject({
      methods: ["totp", "recovery-code"],
    });
    const attempt = { code: ada.app.codeAt(clock.now()), pending, caller: null };
    expect(await auth.secondFactor.verifyTotp(attempt, ada.client)).toMatchObject({
      signedIn: { session: { methods: "passkey totp", authenticatedBy: "passkey" } },
    });
    expect((await use()).session).toMatchObject({ methods: "passkey" });
  });

  it("waits for ten minutes, and not at that very instant", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const pending = await world.withheld(ada, ada.client);
    clock.advance(10 * MINUTE - 1);
    expect(await auth.secondFactor.findPending(pending)).toMatchObject({});
    clock.advance(1);
    const attempt = { code: ada.app.codeAt(clock.now()), pending, caller: null };
    for (const refused of [
      auth.secondFactor.findPending(pending),
      auth.secondFactor.verifyTotp(attempt, ada.client),
    ])
      expect(await codeOf(refused)).toBe("INVALID_TWO_FACTOR_COOKIE");
  });

  it("that is given up is gone", async () => {
    const { auth } = world;
    const ada = await world.enrolled();
    const pending = await world.withheld(ada, ada.client);
    await auth.secondFactor.discardPending(pending);
    await auth.secondFactor.discardPending(new Secret("malformed"));
    await auth.secondFactor.discardPending(null);
    expect(await codeOf(auth.secondFactor.findPending(pending))).toBe("INVALID_TWO_FACTOR_COOKIE");
  });

  it("never falls back to the session, and a malformed cookie is none", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const { caller, client } = ada;
    const verify = (pending: Secret | null, who: typeof caller | null, from = client) =>
      codeOf(
        auth.secondFactor.verifyTotp(
          { code: ada.app.codeAt(clock.now()), pending, caller: who },
          from,
        ),
      );
    expect(await verify(new Secret("A".repeat(43)), caller)).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect(await verify(null, null)).toBe("INVALID_TWO_FACTOR_COOKIE");
    const dead = { ...client, sessionToken: new Secret("B".repeat(43)) };
    expect(await verify(null, null, dead)).toBe("UNAUTHORIZED");
    expect(await verify(new Secret("malformed"), caller)).toBeNull();
  });

  it("by fifty posts of one right code opens one session", async () => {
    const { auth, clock, sessionsOf } = world;
    const ada = await world.enrolled();
    const before = (await sessionsOf(ada)).length;
    const pending = await world.withheld(ada, ada.client);
    const attempt = { code: ada.app.codeAt(clock.now()), pending, caller: null };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => codeOf(auth.secondFactor.verifyTotp(attempt, ada.client))),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([null, "INVALID_TWO_FACTOR_COOKIE"]));
    expect(await sessionsOf(ada)).toHaveLength(before + 1);
  });

  it("by fifty posts of one recovery code to two sign-ins opens one session", async () => {
    const { auth, sessionsOf } = world;
    const ada = await world.enrolled();
    const before = (await sessionsOf(ada)).length;
    const pendings = [await world.withheld(ada, ada.client), await world.withheld(ada, ada.client)];
    const [code] = ada.codes;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        codeOf(
          auth.secondFactor.verifyBackupCode(
            { code: code!.reveal(), pending: pendings[turn % 2]!, caller: null },
            ada.client,
          ),
        ),
      ),
    );
    expect(outcomes.filter((refused) => refused === null)).toHaveLength(1);
    expect(await sessionsOf(ada)).toHaveLength(before + 1);
    expect(await auth.secondFactor.factors(ada.caller)).toMatchObject({
      recoveryCodes: { left: 9 },
    });
  });

  it("by one code for two sign-ins completes one, and by a step of before none", async () => {
    const { auth, clock } = world;
    const ada = await world.enrolled();
    const one = await world.withheld(ada, ada.client);
    const other = await world.withheld(ada, ada.client);
    const code = ada.app.codeAt(clock.now());
    const earlier = ada.app.codeAt(new Date(clock.now().getTime() - STEP));
    const verify = (typed: string, pending: Secret) =>
      codeOf(auth.secondFactor.verifyTotp({ code: typed, pending, caller: null }, ada.client));
    // The step that confirmed the enrolment is used up, too.
    expect(await verify(earlier, one)).toBe("INVALID_CODE");
    expect(await verify(code, one)).toBeNull();
    expect(await verify(code, other)).toBe("INVALID_CODE");
    clock.advance(-10 * STEP);
    expect(await verify(ada.app.codeAt(clock.now()), other)).toBe("INVALID_CODE");
    clock.advance(11 * STEP);
    expect(await verify(ada.app.codeAt(clock.now()), other)).toBeNull();
  });
});

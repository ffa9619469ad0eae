import { Secret } from "@acme/auth-core";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  appOf,
  codeOf,
  ENGINES,
  type EnrolledPerson,
  openWorld,
  PASSWORD,
  type World,
} from "../test/worlds.js";

const GIVEN = { password: PASSWORD };

/** What an enrolled user changes. Returns the token under which the caller's session goes on. */
const CHANGES: Readonly<Record<string, (world: World, ada: EnrolledPerson) => Promise<Secret>>> = {
  "makes new recovery codes": async ({ auth }, { caller, client }) =>
    (await auth.secondFactor.generateBackupCodes(caller, GIVEN, client)).token,
  "turns it off": async ({ auth }, { caller, client }) =>
    (await auth.secondFactor.disable(caller, GIVEN, client))?.token ?? new Secret(""),
  "puts another app in the place of the first": async ({ auth, clock }, { caller, client }) => {
    const input = { method: "totp", replace: true, ...GIVEN } as const;
    const started = await auth.secondFactor.enable(caller, input, client);
    if (started.method !== "totp") throw new Error("no app");
    const code = appOf(started.totpUri).codeAt(clock.now());
    const proof = await auth.secondFactor.verifyTotp({ code, pending: null, caller }, client);
    if (proof.during !== "enrolment") throw new Error("not confirmed");
    return proof.token;
  },
};

describe.each(keysOf(ENGINES))("an enrolled user, on %s, who", (engine) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  /** Signs in with the password and a recovery code. */
  async function signedInElsewhere(ada: EnrolledPerson): Promise<Secret> {
    const client = world.nextClient();
    const pending = await world.withheld(ada, client);
    const [code = new Secret("")] = ada.codes;
    const attempt = { code: code.reveal(), pending, caller: null };
    const proof = await world.auth.secondFactor.verifyBackupCode(attempt, client);
    if (proof.during !== "sign-in") throw new Error("not signed in");
    return proof.signedIn.token;
  }

  it.each(Object.entries(CHANGES))(
    "%s ends the other sessions and every copy of the cookie, and goes on",
    async (_what, change) => {
      const ada = await world.enrolled();
      const { id, authenticatedAt } = ada.caller.session;
      const elsewhere = await signedInElsewhere(ada);
      const copies = [ada.token, elsewhere];
      for (const token of copies) expect(await world.identify(token)).not.toBeNull();

      const left = await change(world, ada);

      for (const token of copies) expect(await world.identify(token)).toBeNull();
      expect((await world.callerOf(left)).session).toMatchObject({ id, authenticatedAt });
      // The copy asks for the same, and gets no session of its own.
      expect(await codeOf(change(world, ada))).toBe("UNAUTHORIZED");
      expect(await world.sessionsOf(ada)).toHaveLength(1);
    },
  );
});

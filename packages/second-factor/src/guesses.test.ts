import { type Client, Secret } from "@acme/auth-core";
import { HOUR } from "@acme/auth-core/surface";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  ENGINES,
  type EnrolledPerson,
  openWorld,
  PASSWORD,
  STEP,
  type World,
} from "../test/worlds.js";

/** On Postgres fewer, of which each takes longer. */
const GUESSES = { SQLite: 10_000, Postgres: 3_000 } as const;
const SIGN_INS = 100;
const AT_ONCE = 50;
/** Between two of ten crowds: all of them come within a day. */
const PAUSE = 2 * HOUR;

describe.each(keysOf(ENGINES))("of a stranger who knows the password, on %s,", (engine) => {
  const guesses = GUESSES[engine];
  let world: World;
  beforeAll(async () => void (world = await openWorld(engine)));
  afterAll(() => world.close());

  /** Sets a new password by a mailed link, which ends all sessions and sign-ins. */
  async function reset({ email, client }: EnrolledPerson): Promise<void> {
    await world.auth.passwordReset.requestLink(email, null, client);
    await world.auth.worker.runDue();
    const token = new Secret(new URL(world.inbox.linkFor(email)).searchParams.get("token") ?? "");
    await world.auth.passwordReset.byLink({ token, next: PASSWORD }, client);
  }

  /** Every code in turn but those that are right now or soon. */
  function codesBeside(ada: EnrolledPerson): () => string {
    let last = 0;
    return () => {
      const present = world.clock.now().getTime();
      const right = [-1, 0, 1].map((step) => ada.app.codeAt(new Date(present + step * STEP)));
      do last++;
      while (right.includes(String(last).padStart(6, "0")));
      return String(last).padStart(6, "0");
    };
  }

  it(
    `twenty of ${guesses} codes are compared in a day, and the owner signs in meanwhile`,
    { timeout: 120_000 },
    async () => {
      const { auth, clock } = world;
      const ada = await world.enrolled();
      const { use } = await world.addPasskey(ada);
      const verify = (pending: Secret, code: string, client: Client) =>
        auth.secondFactor.verifyTotp({ code, pending, caller: null }, client);
      const browser: Client = { ...ada.client, knownBrowserToken: null };
      const first = await world.withheld(ada, browser);
      const proof = await verify(first, ada.app.codeAt(clock.now()), browser);
      if (proof.during !== "sign-in") throw new Error("no sign-in");
      let known: Client = { ...browser, knownBrowserToken: proof.signedIn.knownBrowser };
      clock.advance(STEP);

      const next = codesBeside(ada);
      const came = new Map<string | null, number>();
      for (let crowd = 0; crowd < 10; crowd++) {
        const guessers: { readonly client: Client; readonly pending: Secret }[] = [];
        for (let one = 0; one < SIGN_INS / 10; one++) {
          const client = world.nextClient();
          guessers.push({ client, pending: await world.withheld(ada, client) });
        }
        for (let done = 0; done < guesses / 10; done += AT_ONCE) {
          const codes = Array.from({ length: AT_ONCE }, (_, turn) => {
            const { pending, client } = guessers[turn % guessers.length]!;
            return codeOf(verify(pending, next(), client));
          });
          for (const code of await Promise.all(codes)) came.set(code, (came.get(code) ?? 0) + 1);
        }
        expect(await codeOf(use()), "by passkey").toBeNull();
        const own = await world.withheld(ada, known);
        const opened = await verify(own, ada.app.codeAt(clock.now()), known);
        if (opened.during !== "sign-in") throw new Error("no sign-in");
        clock.advance(STEP);
        const caller = await world.callerOf(opened.signedIn.token);
        const stepUp = { code: ada.app.codeAt(clock.now()), pending: null, caller };
        expect(
          await codeOf(auth.secondFactor.verifyTotp(stepUp, known)),
          "in a session",
        ).toBeNull();
        if (crowd % 3 === 2) {
          await reset(ada);
          // Which forgets the browsers: only a passkey makes one known again on such a day.
          known = { ...browser, knownBrowserToken: (await use(browser)).knownBrowser };
        }
        clock.advance(PAUSE);
      }
      expect(came.get(null)).toBeUndefined();
      expect(came.get("INVALID_CODE")).toBe(20);
      expect([...came.values()].reduce((sum, count) => sum + count, 0)).toBe(guesses);
    },
  );
});

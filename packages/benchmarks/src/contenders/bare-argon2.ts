import { hash } from "@node-rs/argon2";
import { PASSWORD } from "../databases/people.js";
import { costOf, serveQuestions } from "../processes/child.js";
import { ARGON2 } from "../stacks/argon2.js";

/** Hashes passwords and does nothing else: so many at once, each the next when one is done. */
serveQuestions({
  hash: (given) =>
    costOf(async () => {
      const { atOnce, milliseconds } = given as Readonly<Record<"atOnce" | "milliseconds", number>>;
      const deadline = performance.now() + milliseconds;
      let done = 0;
      async function hashAndHash(): Promise<void> {
        for (; performance.now() < deadline; done++) await hash(PASSWORD, ARGON2);
      }
      await Promise.all(Array.from({ length: atOnce }, hashAndHash));
      return done;
    }),
});

import type { Store } from "@acme/auth-core";
import type { Stores } from "@acme/auth-core/store";
import type { WebhookStores } from "@acme/auth-webhooks";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import type { Engine } from "../../src/engine.js";
import { createKyselyStore } from "../../src/kysely-store.js";
import type { Runner } from "../../src/statement.js";
import { callerQuery } from "../../src/stores/callers.js";

/** A statement that a method of the store has run, and how long it took. */
export interface Recorded {
  readonly method: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly milliseconds: number;
}

export interface Recorder {
  readonly statements: readonly Recorded[];
  /**
   * Runs `call` in a transaction that is rolled back, and records its statements under the name of
   * the method.
   */
  rehearse(
    method: string,
    call: (stores: Stores & WebhookStores) => Promise<unknown>,
  ): Promise<void>;
  /** Runs `call` outside of any transaction. What it changes stays. */
  perform(method: string, call: (store: Store) => Promise<unknown>): Promise<void>;
  readonly close: () => Promise<void>;
}

/** Thrown to roll a rehearsal back. */
class CurtainError extends Error {}

const BOUNDARY = /^\s*(begin|commit|rollback)/i;

/** The store over `engine`, which runs the same statements as ever and writes them down. */
export function createRecorder(engine: Engine): Recorder {
  const statements: Recorded[] = [];
  let method = "";

  async function timed<T>(query: Pick<Recorded, "sql" | "parameters">, run: () => Promise<T>) {
    const start = performance.now();
    const result = await run();
    const { sql, parameters } = query;
    if (!BOUNDARY.test(sql))
      statements.push({ method, sql, parameters, milliseconds: performance.now() - start });
    return result;
  }
  const recorded = (runner: Runner): Runner => ({
    run: (query) => timed(query, () => runner.run(query)),
  });

  const store = createKyselyStore(
    {
      ...engine,
      reads: recorded(engine.reads),
      writes: recorded(engine.writes),
      findCaller: (tokenHash, organization, now) =>
        timed(
          {
            sql: callerQuery(engine.compiler.db),
            parameters: [organization, tokenHash, now.toISOString()],
          },
          () => engine.findCaller(tokenHash, organization, now),
        ),
      transaction: (work) => engine.transaction((open) => work({ ...open, ...recorded(open) })),
    },
    { features: [webhookTables] },
  );

  return {
    statements,
    async rehearse(name, call) {
      method = name;
      const rolledBack = store.transaction(async (tx) => {
        await call(tx);
        throw new CurtainError();
      });
      await rolledBack.catch((thrown: unknown) => {
        if (!(thrown instanceof CurtainError)) throw new Error(name, { cause: thrown });
      });
    },
    async perform(name, call) {
      method = name;
      await call(store);
    },
    close: store.close,
  };
}

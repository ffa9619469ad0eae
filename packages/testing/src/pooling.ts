/**
 * How this run of the tests reaches Postgres: directly, or through pgbouncer, which gives a client
 * another connection for each transaction. `npm run prove pgbouncer` sets `POSTGRES_POOLING`.
 */
export const runPooling = (): "session" | "transaction" =>
  process.env["POSTGRES_POOLING"] === "transaction" ? "transaction" : "session";

/**
 * How a store of the tests is opened in this run. Through pgbouncer a crowd shares four
 * connections: what is proven there is that all is right, not that it is soon, so waiting is given
 * more time.
 */
export const runStoreOptions = () =>
  runPooling() === "session"
    ? {}
    : ({
        pooling: "transaction",
        timeouts: { connect: 60_000, statement: 120_000, lock: 60_000 },
      } as const);

import type { PoolClientLike, PoolLike, PoolQuery } from "@acme/auth-kysely/postgres";
import { type PGlite, types } from "@electric-sql/pglite";

type Asked = NonNullable<PoolQuery["types"]>;

/** How the store reads values; an application's own statements are read as PGlite does. */
const parsersOf = ({ getTypeParser }: Asked) =>
  Object.fromEntries(Object.keys(types.parsers).map((oid) => [oid, getTypeParser(Number(oid))]));

/** A pool over the one connection of a PGlite, which is lent to one after the other. */
export function pglitePool(db: PGlite): PoolLike {
  const known = new Map<Asked, ReturnType<typeof parsersOf>>();
  let free = Promise.resolve();
  let giveBack = (): void => {};

  function readAs(asked: Asked) {
    const parsers = known.get(asked) ?? parsersOf(asked);
    known.set(asked, parsers);
    return { parsers };
  }

  async function query({ text, values = [], rowMode, types: asked }: PoolQuery) {
    const options = { ...(rowMode && { rowMode }), ...(asked && readAs(asked)) };
    // Only without values may a text hold several statements.
    const results =
      values.length > 0 ? [await db.query(text, values, options)] : await db.exec(text, options);
    const { rows = [], affectedRows = 0, command = "" } = results.at(-1) ?? {};
    return { rows, rowCount: affectedRows, command };
  }

  const client: PoolClientLike = {
    query,
    release(lost = false) {
      // What was begun on a lost connection would go on: there is no other one.
      void (lost ? db.exec("rollback") : Promise.resolve()).then(giveBack, giveBack);
    },
  };

  return {
    async connect() {
      const before = free;
      let next = giveBack;
      free = new Promise((resolve) => (next = resolve));
      await before;
      giveBack = next;
      return client;
    },
    end: () => db.close(),
  };
}

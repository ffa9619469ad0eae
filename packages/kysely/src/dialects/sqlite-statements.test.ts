import { Kysely } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "../schema.js";
import { statement } from "../statement.js";
import { statementDialect } from "./sqlite-statements.js";

const db = new Kysely<Database>({ dialect: statementDialect });

it("a statement of a store has parameters for nothing but what it is given, and no limit that is a parameter alone", () => {
  const { sql, parameters } = statement((given: { now: Date; limit: number }) =>
    db
      .selectFrom("auth_outbox_mail")
      .select("id")
      .where("status", "=", "queued")
      .where("sealed", "!=", "it's")
      .where("next_attempt_at", "<=", given.now)
      .limit(given.limit),
  ).bind({ now: new Date(0), limit: 20 });
  expect(sql).toBe(
    `select "id" from "auth_outbox_mail" where "status" = 'queued' and "sealed" != 'it''s' and "next_attempt_at" <= ? limit ? + 0`,
  );
  expect(parameters).toEqual(["1970-01-01T00:00:00.000Z", 20]);
});

it("a limit that is the same each time stands in the text", () => {
  const { sql, parameters } = statement(() =>
    db.selectFrom("auth_outbox_mail").select("id").limit(1),
  ).bind({});
  expect(sql).toBe(`select "id" from "auth_outbox_mail" limit 1`);
  expect(parameters).toEqual([]);
});

it("a field that stands in a statement twice is bound twice", () => {
  const both = statement((given: { now: Date; sealed: string }) =>
    db
      .selectFrom("auth_outbox_mail")
      .select("id")
      .where("next_attempt_at", "<=", given.now)
      .where("sealed", ">", given.sealed)
      .where("expires_at", ">", given.now),
  );
  const text = "1970-01-01T00:00:00.000Z";
  expect(both.bind({ now: new Date(0), sealed: "a" }).parameters).toEqual([text, "a", text]);
  expect(both.bind({ now: new Date(1), sealed: "b" }).parameters).toEqual([
    "1970-01-01T00:00:00.001Z",
    "b",
    "1970-01-01T00:00:00.001Z",
  ]);
});

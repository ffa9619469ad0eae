import { expect, it } from "vitest";
import type { Column, Table } from "../packages/server/test/migrated-tables.js";
import { diagramOf } from "./data-model/diagram.js";
import type { Area, TableWords } from "./data-model/words.js";
import { dataModelText } from "./data-model-document.js";

const column = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  postgres: "text",
  sqlite: "text",
  isNullable: false,
  isPrimary: name === "id",
  isUnique: false,
  reference: null,
  ...more,
});
const reference = { table: "auth_user", column: "id", onDelete: "CASCADE" };
const USER: Table = { name: "auth_user", columns: [column("id"), column("plan")] };
const NOTE: Table = {
  name: "auth_note",
  columns: [column("id"), column("user_id", { reference, isNullable: true })],
};

const areaOf = (tables: Readonly<Record<string, TableWords>>): readonly Area[] => [
  { title: "All", text: "Everything.", tables },
];
const user: TableWords = { store: "users", holds: "A user.", columns: { plan: "what is paid" } };
const note: TableWords = { store: null, holds: "A note.", ends: "never" };
const textOf = (tables: Readonly<Record<string, TableWords>>) =>
  dataModelText("Generated.", [USER, NOTE], areaOf(tables));

it("a table, or a column, without a description is a fault", () => {
  expect(() => textOf({ auth_user: user })).toThrow("auth_note: no description");
  const silent = { ...user, columns: {} };
  expect(() => textOf({ auth_user: silent, auth_note: note })).toThrow(
    "auth_user.plan: no description",
  );
});

it("so are words about a table or a column that there is not, and a promise of it", () => {
  const all = { auth_user: user, auth_note: note };
  expect(() => textOf({ ...all, auth_gone: note })).toThrow("auth_gone: no such table");
  const more = { ...user, columns: { plan: "paid", age: "years" }, readable: ["nickname"] };
  expect(() => textOf({ ...all, auth_user: more })).toThrow(
    "auth_user.age: no such column\nauth_user.nickname: no such column",
  );
});

it("names the owner, the end and the keys of a table", () => {
  const text = textOf({ auth_user: { ...user, readable: ["id"] }, auth_note: note });
  expect(text).toContain("A user. Belongs to: user. Erasure: deleted last.");
  expect(text).toContain("A note. Belongs to no one. Erasure: never.");
  expect(text).toContain("| `id` | text | text | primary, readable | random id |");
  expect(text).toContain(
    "to [`auth_user`](#auth_user), on delete cascade | the user; may be empty",
  );
});

it("draws keys, and how many rows belong to one", () => {
  const own = column("user_id", { reference, isPrimary: true });
  const picture: Table = { name: "auth_picture", columns: [own] };
  expect(diagramOf([USER, NOTE, picture]).split("\n").slice(-4)).toEqual([
    "  }",
    "  auth_user |o--o{ auth_note : user_id",
    "  auth_user ||--o| auth_picture : user_id",
    "```",
  ]);
});

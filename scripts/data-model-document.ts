import { OWNERSHIP, type Ownership } from "@acme/auth-core/store";
import { secondFactor } from "@acme/auth-second-factor";
import { secondFactorTables } from "@acme/auth-second-factor/kysely";
import { webhooks } from "@acme/auth-webhooks";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import { type Lifetime, LIFETIMES } from "../packages/kysely/src/lifetimes.js";
import {
  type Column,
  migratedTables,
  type Table,
} from "../packages/server/test/migrated-tables.js";
import { USERS, WAYS_IN } from "./data-model/account-words.js";
import { diagramOf } from "./data-model/diagram.js";
import { SECOND_FACTOR, WEBHOOKS } from "./data-model/feature-words.js";
import { ENDS, ORGANIZATIONS, WORK } from "./data-model/organization-words.js";
import { type Area, COLUMN_WORDS, type TableWords } from "./data-model/words.js";
import { code, table } from "./markdown.js";
import { erasureOf } from "./ownership-words.js";

const AREAS = [USERS, WAYS_IN, ORGANIZATIONS, ENDS, WORK, SECOND_FACTOR, WEBHOOKS];

/** `docs/data-model.md`: the tables of both databases, from what the migrations make of empty ones. */
export const dataModelDocument = async (note: string): Promise<string> =>
  dataModelText(note, await migratedTables(), AREAS);

/**
 * @throws {Error} for a table or a column of which nothing is said, and for words about one that
 * there is not
 */
export function dataModelText(
  note: string,
  tables: readonly Table[],
  areas: readonly Area[],
): string {
  const faults = faultsOf(tables, areas);
  if (faults.length > 0)
    throw new Error(`scripts/data-model says the wrong thing of:\n${faults.join("\n")}`);
  const found = new Map(tables.map((each) => [each.name, each]));
  const parts = areas.map((area) => {
    const own = Object.entries(area.tables).flatMap(([name, words]) => {
      const each = found.get(name);
      return each ? [{ ...each, words }] : [];
    });
    const sections = own.map((each) => sectionOf(each, each.words));
    return [`## ${area.title}`, area.text, diagramOf(own), ...sections].join("\n\n");
  });
  const readable = areas.flatMap((area) =>
    Object.entries(area.tables).flatMap(([name, words]) =>
      words.readable ? [[linkTo(name), words.readable.map(code).join(", ")]] : [],
    ),
  );
  const promised = `${READABLE}\n\n${table(["table", "columns"], readable)}`;
  return `# Data model\n\n${note} ${INTRODUCTION}\n\n${promised}\n\n${parts.join("\n\n")}\n`;
}

const INTRODUCTION = `It shows the tables that the library's migrations create in Postgres and in SQLite. [What belongs to whom](ownership.md) says what happens to rows at account recovery, password reset and change of the email address.

A diagram shows the keys of its tables, and foreign keys as lines: \`PK\` is the primary key, \`FK\` a foreign key, \`UK\` a unique value. In SQLite timestamps are text in ISO 8601, booleans are 0 or 1, and JSON is text. Text that is a key is compared byte by byte in both.`;

const READABLE = `## Columns that you may read

Your own queries may read these columns and join on them, and your foreign keys may reference the \`id\` columns. These columns keep their names and meanings within a major version of the library. All others may change with any migration: read them through the library. Write to no column, not even to these: that would bypass rules, events and mails.`;

/** Everything that is said of too little or of too much. */
function faultsOf(tables: readonly Table[], areas: readonly Area[]): readonly string[] {
  const said = new Map(areas.flatMap((area) => Object.entries(area.tables)));
  const names = new Set(tables.map(({ name }) => name));
  const missing = tables.flatMap(({ name, columns }) => {
    const words = said.get(name);
    if (!words) return [`${name}: no description`];
    return [
      ...columns
        .filter((column) => wordsOf(column, words) === null)
        .map((column) => `${name}.${column.name}: no description`),
      ...[...Object.keys(words.columns ?? {}), ...(words.readable ?? [])]
        .filter((column) => columns.every((each) => each.name !== column))
        .map((column) => `${name}.${column}: no such column`),
    ];
  });
  const gone = [...said.keys()].filter((name) => !names.has(name));
  return [...missing, ...gone.map((name) => `${name}: no such table`)];
}

/** What is said of a column; null for nothing. A foreign key says by itself where it leads. */
const wordsOf = ({ name }: Column, words: TableWords): string | null =>
  words.columns?.[name] ?? COLUMN_WORDS[name] ?? null;

const linkTo = (name: string): string => `[${code(name)}](#${name})`;

function sectionOf({ name, columns }: Table, words: TableWords): string {
  const rows = columns.map((column) => [
    code(column.name),
    column.postgres,
    column.sqlite,
    [...keysOf(column), ...(words.readable?.includes(column.name) ? ["readable"] : [])].join(", "),
    `${wordsOf(column, words) ?? ""}${column.isNullable ? "; may be empty" : ""}`,
  ]);
  const facts = [words.holds, ownerOf(words), `Erasure: ${endOf(words)}.`, lifetimeOf(name)];
  const head = ["column", "Postgres", "SQLite", "key", "what it holds"];
  return `### ${name}\n\n${facts.filter(Boolean).join(" ")}\n\n${table(head, rows)}`;
}

function keysOf({ isPrimary, isUnique, reference }: Column): readonly string[] {
  const leads = reference
    ? [`to ${linkTo(reference.table)}, on delete ${reference.onDelete.toLowerCase()}`]
    : [];
  return [...(isPrimary ? ["primary"] : []), ...(isUnique ? ["unique"] : []), ...leads];
}

const ROWS: Readonly<Record<string, Omit<Ownership, "exported"> | undefined>> = {
  ...OWNERSHIP,
  ...webhooks().ownership,
  ...secondFactor().ownership,
};

function rowOf({ store, holds }: TableWords) {
  const row = store === null ? null : ROWS[store];
  if (row === undefined) throw new Error(`No store is called ${store}: ${holds}`);
  return row;
}

function ownerOf(words: TableWords): string {
  const row = rowOf(words);
  return row && row.of !== "none" ? `Belongs to: ${row.of}.` : "Belongs to no one.";
}

function endOf(words: TableWords): string {
  const row = rowOf(words);
  return row ? erasureOf(row) : (words.ends ?? "stays");
}

const ENDINGS: Readonly<Record<string, Lifetime | null>> = {
  ...LIFETIMES,
  ...webhookTables.lifetimes,
  ...secondFactorTables.lifetimes,
};

const KEPT = {
  invitations: "30 days",
  auditEntries: "`policy.auditRetention`",
  subscriberCalls: "30 days",
} as const;

/** What the worker sweeps away by itself. */
function lifetimeOf(name: string): string {
  const lifetime = ENDINGS[name];
  if (!lifetime) return "";
  const { ends, keptFor, statuses, kind } = lifetime;
  const which = [...(statuses ? [statuses.join(" or ")] : []), ...(kind ? [code(kind)] : [])];
  const rows = which.length > 0 ? `A row that is ${which.join(", of the kind ")}` : "A row";
  return `${rows} is removed ${keptFor ? `${KEPT[keptFor]} after` : "at"} ${code(ends)}.`;
}

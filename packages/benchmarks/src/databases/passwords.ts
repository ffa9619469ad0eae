import SqliteDatabase from "better-sqlite3";
import { hash } from "@node-rs/argon2";
import { Client } from "pg";
import { PARAMETERS } from "../stacks/argon2-flood.js";

export const PASSWORD = "correct horse battery staple";

/** The first `people` email addresses of a database of people. */
export const signInEmails = (people: number): readonly string[] =>
  Array.from({ length: people }, (_, index) => `person${index}@example.com`);

/** Gives everybody in a SQLite file of people the same password. */
export async function writeSqlitePasswords(file: string): Promise<void> {
  const database = new SqliteDatabase(file);
  database
    .prepare("insert into auth_password select id, ?, created_at from auth_user")
    .run(await hash(PASSWORD, PARAMETERS));
  database.close();
}

/** Gives everybody in a Postgres database of people the same password. */
export async function writePostgresPasswords(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("insert into auth_password select id, $1, created_at from auth_user", [
    await hash(PASSWORD, PARAMETERS),
  ]);
  await client.end();
}

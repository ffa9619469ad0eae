import SqliteDatabase from "better-sqlite3";
import { hash } from "@node-rs/argon2";
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

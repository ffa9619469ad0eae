import type { UserRecord } from "@acme/auth-core";
import { shellWord } from "../config/shell-word.js";
import type { Answer } from "./command.js";
import type { Table } from "./layout.js";

/** A user as commands print them. */
export interface PrintedUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly createdAt: string;
  readonly suspendedAt: string | null;
  /** When the suspension ends by itself; null for never. */
  readonly suspendedUntil: string | null;
}

export const printedUser = (user: UserRecord): PrintedUser => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  name: user.name,
  createdAt: user.createdAt.toISOString(),
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
  suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
});

export const answerFor = (user: UserRecord, text: string): Answer => ({
  json: printedUser(user),
  text,
});

export const tableOf = (users: readonly PrintedUser[]): Table => ({
  head: ["EMAIL", "VERIFIED", "NAME", "SINCE", "SUSPENDED", "UNTIL", "ID"],
  rows: users.map((user) => [
    // To be copied into the next command.
    shellWord(user.email),
    user.emailVerified ? "yes" : "no",
    user.name,
    user.createdAt,
    user.suspendedAt,
    user.suspendedUntil,
    user.id,
  ]),
});

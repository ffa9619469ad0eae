import type { Caller } from "@acme/auth-core";
import type { AnyVisit } from "@acme/auth-pages";

/** What the page of a set-up shows, and has to show again. */
export interface Enrolment {
  /** The URI that the QR code holds. */
  readonly uri: string;
  /** The recovery codes, which are shown once the app is confirmed. */
  readonly codes: readonly string[];
  /** When the set-up ends, in milliseconds: by it the set-ups of a session are told apart. */
  readonly expiresAt: number;
}

type Sealing = Pick<AnyVisit, "auth"> & { readonly caller: Caller };

/** A form of another session opens nothing. */
const contextOf = ({ caller }: Sealing): string => `second-factor ${caller.session.id}`;

/** Returns a set-up as its form carries it: no one can read it but the service. */
export const sealEnrolment = (visit: Sealing, enrolment: Enrolment): string =>
  visit.auth.pageSealer.seal("pages-step", JSON.stringify(enrolment), contextOf(visit));

/** Returns the set-up that a form has brought; null when it is none of this session. */
export function openEnrolment(visit: Sealing, sealed: string): Enrolment | null {
  const plain = visit.auth.pageSealer.open("pages-step", sealed, contextOf(visit));
  const held: unknown = plain === null ? null : JSON.parse(plain);
  return isEnrolment(held) ? held : null;
}

const isEnrolment = (held: unknown): held is Enrolment =>
  typeof held === "object" &&
  held !== null &&
  "uri" in held &&
  typeof held.uri === "string" &&
  "codes" in held &&
  Array.isArray(held.codes) &&
  "expiresAt" in held &&
  typeof held.expiresAt === "number";

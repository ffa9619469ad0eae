import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  type AuditEntryId,
  type Caller,
  type DeletionRequestId,
  type EmailAddress,
  type ExportRequestId,
  type SecretHash,
  type Session,
  type SessionId,
  type Store,
  toId,
  type User,
  type UserId,
} from "@acme/auth-core";
import type { JobId, NewPasswordHash } from "@acme/auth-core/store";
import { after, DAY } from "@acme/auth-core/surface";
import { kyselyOf } from "@acme/auth-kysely";
import { asChecked, asProven } from "@acme/auth-testing";
import { sql } from "kysely";
import { requestsOf } from "./row-counts.js";
import type { createSampleModule } from "./sample-module.js";

type SampleModule = ReturnType<typeof createSampleModule>;

export const PASSWORD = "correct horse battery staple";

/**
 * Entries of an own history, and how long each is: an export of them takes several pages and
 * several pieces.
 */
export const HISTORY = 25;
const ENTRY_LENGTH = 25_000;

/** A user with a session, and the token of that session: another process finds the caller by it. */
export interface Person extends Caller {
  readonly sessionToken: string;
}

/**
 * Puts people into the database, with a session, a password, a note, a drawing and a history, at
 * the instant that is said.
 */
export function createPeople({
  store,
  sampleModule,
  hash,
}: {
  readonly store: Store;
  readonly sampleModule: SampleModule;
  readonly hash: NewPasswordHash;
}) {
  let people = 0;

  async function add(now: Date, history = HISTORY): Promise<Person> {
    const email = asChecked<EmailAddress>(`person${++people}@example.com`);
    const times = { createdAt: now, updatedAt: now };
    const user: User = {
      id: toId<UserId>(randomUUID()),
      email,
      emailVerified: true,
      name: "",
      image: null,
      ...times,
      reclaimedAt: null,
    };
    const sessionToken = randomBytes(32).toString("base64url");
    const session: Session = {
      id: toId<SessionId>(randomUUID()),
      userId: user.id,
      tokenHash: asChecked<SecretHash>(
        createHash("sha256").update(sessionToken).digest("base64url"),
      ),
      remembered: true,
      ipAddress: null,
      userAgent: null,
      methods: null,
      secondFactorAt: null,
      authenticatedAt: now,
      authenticatedBy: "password",
      createdAt: now,
      lastSeenAt: now,
      expiresAt: after(now, 30 * DAY),
    };
    await insert({ user, session });
    await store.transaction(async (tx) => {
      for (let entry = 0; entry < history; entry++) {
        await tx.audit.append({
          id: toId<AuditEntryId>(randomUUID()),
          at: now,
          event: "session.opened",
          userId: user.id,
          organizationId: null,
          ipAddress: "192.0.2.1",
          userAgent: "x".repeat(ENTRY_LENGTH),
          detail: { sessionId: session.id },
        });
      }
    });
    const by = { kind: "session", id: session.id } as const;
    const secondFactor = { since: null, recoveryDueAt: null };
    return { user, session, secondFactor, membership: null, by, sessionToken };
  }

  async function insert({ user, session }: Pick<Person, "user" | "session">): Promise<void> {
    await store.transaction(async (tx) => {
      await tx.users.insertUnlessTaken(asChecked(user));
      await tx.sessions.insert(asProven(session as Session));
      await tx.passwords.replace({ userId: user.id, hash, updatedAt: user.createdAt });
      await sampleModule.add(tx, user.id);
    });
    sampleModule.draw(user.id);
  }

  /**
   * Brings back a user who was erased, as a backup does that was made before: the database knows
   * nothing of the erasure.
   */
  async function restore(person: Person): Promise<void> {
    await insert(person);
    await store.transaction(async (tx) => {
      // It is the erasure that happened last.
      await sql`delete from auth_erasure where known_since = (select max(known_since) from auth_erasure)`.execute(
        kyselyOf(tx),
      );
      await sql`delete from auth_deletion_request where id in (${requestsOf(person)})`.execute(
        kyselyOf(tx),
      );
    });
  }

  /** Asks for the deletion of somebody, due at once, without the mail that tells of it. */
  async function askForDeletion({ user }: Caller, now: Date): Promise<void> {
    const id = toId<DeletionRequestId>(randomUUID());
    await store.transaction(async (tx) => {
      const request = {
        id,
        userId: user.id,
        status: "pending",
        requestedAt: now,
        scheduledFor: now,
        reason: user.email,
      } as const;
      await tx.deletionRequests.insertUnlessPending(
        asChecked({ ...request, endedAt: null, errorCode: null }),
      );
      await tx.jobs.enqueue({
        id: toId<JobId>(randomUUID()),
        kind: "delete-account",
        subject: id,
        payload: null,
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
      });
    });
  }

  async function askForExport({ user }: Caller, now: Date): Promise<void> {
    const id = toId<ExportRequestId>(randomUUID());
    await store.transaction(async (tx) => {
      const request = {
        id,
        userId: user.id,
        status: "pending",
        createdAt: now,
        readyAt: null,
        expiresAt: null,
      } as const;
      await tx.exportRequests.insertUnlessPending({
        ...request,
        errorMessage: null,
        fileKey: null,
      });
      await tx.jobs.enqueue({
        id: toId<JobId>(randomUUID()),
        kind: "produce-export",
        subject: id,
        payload: null,
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
      });
    });
  }

  return { add, restore, askForDeletion, askForExport };
}

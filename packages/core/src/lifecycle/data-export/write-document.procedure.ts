import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import { EXPORTED_SECTIONS, type ExportedSection } from "../../store/ownership.js";
import {
  CONTRIBUTED_SECTION,
  exportAuditEntry,
  exportDeletionRequest,
  exportExportRequest,
  exportMembership,
  exportSession,
  exportUser,
} from "./export-document.js";

type Rows = AsyncIterable<Readonly<Record<string, unknown>>>;

/** What a section is read with. */
interface Reading extends Pick<Env, "store" | "clock" | "policy"> {
  readonly userId: UserId;
  /** Called after every page, so that the lease of a long job is extended. */
  readonly afterPage: () => Promise<void>;
}

/**
 * Yields everything of a user as one JSON document, piece by piece, so that memory stays flat
 * however long the history is.
 */
export async function* writeDocument(
  { store, clock, policy, contributors }: Env,
  userId: UserId,
  afterPage: () => Promise<void>,
): AsyncGenerator<string> {
  const user = await store.users.findById(userId);
  if (!user) throw new Error("the user is gone");
  yield `{"user":${JSON.stringify(exportUser(user))}`;
  const reading = { store, clock, policy, userId, afterPage };
  const sections = new Map<string, Rows>();
  for (const section of EXPORTED_SECTIONS)
    if (section !== "user") sections.set(section, READERS[section](reading));
  sections.set(CONTRIBUTED_SECTION, noRows());
  for (const contributor of contributors)
    sections.set(contributor.section, contributor.export(userId));
  for (const [name, rows] of sections) {
    yield `,${JSON.stringify(name)}:[`;
    yield* joined(rows);
    yield "]";
  }
  yield "}\n";
}

async function* joined(rows: Rows): AsyncGenerator<string> {
  let separator = "";
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",";
  }
}

async function* noRows() {
  yield* [];
}

/** How each section that the ownership table names is read. The user's own row is no list. */
const READERS: Readonly<Record<Exclude<ExportedSection, "user">, (reading: Reading) => Rows>> = {
  memberships,
  sessions,
  auditEntries: ({ store, userId, ...reading }) =>
    paged(reading, {
      read: (after, limit) => store.audit.listByUser(userId, after, limit),
      view: exportAuditEntry,
    }),
  accountDeletionRequests: ({ store, userId, ...reading }) =>
    paged(reading, {
      read: (after, limit) => store.deletionRequests.listByUser(userId, after, limit),
      view: exportDeletionRequest,
    }),
  dataExportRequests: ({ store, userId, ...reading }) =>
    paged(reading, {
      read: (after, limit) => store.exportRequests.listByUser(userId, after, limit),
      view: exportExportRequest,
    }),
};

async function* memberships({ store, userId }: Reading) {
  for (const joinedOne of await store.organizations.listByUser(userId)) {
    const membership = await store.memberships.find(joinedOne.organization.id, userId);
    if (membership) yield exportMembership(joinedOne, membership);
  }
}

async function* sessions({ store, clock, userId }: Reading) {
  for (const session of await store.sessions.listLive(userId, clock.now()))
    yield exportSession(session);
}

interface Paged<Entity> {
  /** Returns up to `limit` rows behind `after`; null: from the first one on. */
  readonly read: (after: Entity | null, limit: number) => Promise<readonly Entity[]>;
  readonly view: (entity: Entity) => Readonly<Record<string, unknown>>;
}

async function* paged<Entity>(
  { policy, afterPage }: Pick<Reading, "policy" | "afterPage">,
  { read, view }: Paged<Entity>,
) {
  let after: Entity | null = null;
  do {
    const page: readonly Entity[] = await read(after, policy.exportPageRows);
    for (const entity of page) yield view(entity);
    after = page.length < policy.exportPageRows ? null : (page.at(-1) ?? null);
    await afterPage();
  } while (after !== null);
}

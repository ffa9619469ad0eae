import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
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

/** Told after every page: the job is long, and says that it is still alive. */
type AfterPage = () => Promise<void>;

/** Everything of a user as one JSON document, piece by piece: memory stays flat however long the history is. */
export async function* writeDocument(
  env: Env,
  userId: UserId,
  afterPage: AfterPage,
): AsyncGenerator<string> {
  const user = await env.store.users.findById(userId);
  if (!user) throw new Error("the user is gone");
  yield `{"user":${JSON.stringify(exportUser(user))}`;
  for (const [name, rows] of sectionsOf(env, userId, afterPage)) {
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

function sectionsOf(
  env: Env,
  userId: UserId,
  afterPage: AfterPage,
): readonly (readonly [name: string, rows: Rows])[] {
  const contributed = new Map<string, Rows>([[CONTRIBUTED_SECTION, nothing()]]);
  for (const contributor of env.contributors)
    contributed.set(contributor.section, contributor.export(userId));
  return [
    ["memberships", memberships(env, userId)],
    ["auditEntries", auditEntries(env, userId, afterPage)],
    ["sessions", sessions(env, userId)],
    ["accountDeletionRequests", deletionRequests(env, userId, afterPage)],
    ["dataExportRequests", exportRequests(env, userId, afterPage)],
    ...contributed,
  ];
}

async function* nothing() {
  yield* [];
}

async function* memberships({ store }: Env, userId: UserId) {
  for (const joinedOne of await store.organizations.listByUser(userId)) {
    const membership = await store.memberships.find(joinedOne.organization.id, userId);
    if (membership) yield exportMembership(joinedOne, membership);
  }
}

async function* sessions({ store, clock }: Env, userId: UserId) {
  for (const session of await store.sessions.listLive(userId, clock.now()))
    yield exportSession(session);
}

const auditEntries = ({ store, policy }: Env, userId: UserId, afterPage: AfterPage) =>
  paged({
    size: policy.exportPageRows,
    read: (after, size) => store.audit.listByUser(userId, after, size),
    view: exportAuditEntry,
    afterPage,
  });

const deletionRequests = ({ store, policy }: Env, userId: UserId, afterPage: AfterPage) =>
  paged({
    size: policy.exportPageRows,
    read: (after, size) => store.deletionRequests.listByUser(userId, after, size),
    view: exportDeletionRequest,
    afterPage,
  });

const exportRequests = ({ store, policy }: Env, userId: UserId, afterPage: AfterPage) =>
  paged({
    size: policy.exportPageRows,
    read: (after, size) => store.exportRequests.listByUser(userId, after, size),
    view: exportExportRequest,
    afterPage,
  });

interface Paged<Entity> {
  readonly size: number;
  /** The page behind `after`; a row says where the next one begins. */
  readonly read: (after: Entity | null, size: number) => Promise<readonly Entity[]>;
  readonly view: (entity: Entity) => Readonly<Record<string, unknown>>;
  readonly afterPage: AfterPage;
}

async function* paged<Entity>({ size, read, view, afterPage }: Paged<Entity>) {
  let after: Entity | null = null;
  do {
    const page: readonly Entity[] = await read(after, size);
    for (const entity of page) yield view(entity);
    after = page.length < size ? null : page.at(-1)!;
    await afterPage();
  } while (after !== null);
}

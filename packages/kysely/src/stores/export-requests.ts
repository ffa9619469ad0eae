import type {
  ExportPosition,
  ExportRequest,
  ExportRequestId,
  ExportRequestStore,
  UserId,
} from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type ExportRequestTable, toDate, toDateOrNull } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "user_id",
  "status",
  "created_at",
  "ready_at",
  "expires_at",
  "error_message",
  "file_key",
] as const;

const toExportRequest = (row: Selectable<ExportRequestTable>): ExportRequest => ({
  id: row.id,
  userId: row.user_id,
  status: row.status,
  createdAt: toDate(row.created_at),
  readyAt: toDateOrNull(row.ready_at),
  expiresAt: toDateOrNull(row.expires_at),
  errorMessage: row.error_message,
  fileKey: row.file_key,
});

const toExportRequestOrNull = (
  row: Selectable<ExportRequestTable> | undefined,
): ExportRequest | null => (row ? toExportRequest(row) : null);

interface OfUser {
  readonly userId: UserId;
  readonly limit: number;
}

interface Ready {
  readonly id: ExportRequestId;
  readonly fileKey: string;
  readonly readyAt: Date;
  readonly expiresAt: Date;
}

const reading = ({ db }: Compiler) => {
  const some = db.selectFrom("auth_export_request").select(COLUMNS);
  const oldestFirst = some.orderBy("created_at").orderBy("id");
  return {
    byId: statement((given: { id: ExportRequestId }) => some.where("id", "=", given.id)),
    pendingOf: statement((given: { userId: UserId }) =>
      some.where("user_id", "=", given.userId).where("status", "=", "pending"),
    ),
    oldestOfUser: statement((given: OfUser) =>
      oldestFirst.where("user_id", "=", given.userId).limit(given.limit),
    ),
    ofUserBehind: statement((given: OfUser & ExportPosition) =>
      oldestFirst
        .where("user_id", "=", given.userId)
        .where((row) =>
          row(row.refTuple("created_at", "id"), ">", row.tuple(given.createdAt, given.id)),
        )
        .limit(given.limit),
    ),
    filesOf: statement((given: { userId: UserId }) =>
      db
        .selectFrom("auth_export_request")
        .select("file_key")
        .where("user_id", "=", given.userId)
        .where("file_key", "is not", null)
        .orderBy("created_at")
        .orderBy("id"),
    ),
  };
};

const changing = ({ db }: Compiler) => {
  const pending = () => db.updateTable("auth_export_request").where("status", "=", "pending");
  return {
    markReady: statement((given: Ready) =>
      pending()
        .set({
          status: "ready",
          file_key: given.fileKey,
          ready_at: given.readyAt,
          expires_at: given.expiresAt,
        })
        .where("id", "=", given.id),
    ),
    markFailed: statement((given: { id: ExportRequestId; errorMessage: string }) =>
      pending()
        .set({ status: "failed", error_message: given.errorMessage })
        .where("id", "=", given.id),
    ),
    markExpired: statement((given: { id: ExportRequestId; now: Date }) =>
      db
        .updateTable("auth_export_request")
        .set({ status: "expired", file_key: null })
        .where("id", "=", given.id)
        .where("status", "=", "ready")
        .where("expires_at", "<=", given.now),
    ),
  };
};

export function exportRequests(compiler: Compiler): (at: Access) => ExportRequestStore {
  const { byId, pendingOf, oldestOfUser, ofUserBehind, filesOf } = reading(compiler);
  const { markReady, markFailed, markExpired } = changing(compiler);

  const insert = statement((given: ExportRequest) =>
    compiler.db
      .insertInto("auth_export_request")
      .values({
        id: given.id,
        user_id: given.userId,
        status: given.status,
        created_at: given.createdAt,
        ready_at: given.readyAt,
        expires_at: given.expiresAt,
        error_message: given.errorMessage,
        file_key: given.fileKey,
      })
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    insertUnlessPending: async (request) => (await changed(writes, insert, request)) === 1,
    find: async (id) => toExportRequestOrNull(await first(reads, byId, { id })),
    findPending: async (userId) => toExportRequestOrNull(await first(reads, pendingOf, { userId })),
    async listByUser(userId, after, limit) {
      const rows = after
        ? await list(reads, ofUserBehind, {
            createdAt: after.createdAt,
            id: after.id,
            userId,
            limit,
          })
        : await list(reads, oldestOfUser, { userId, limit });
      return rows.map(toExportRequest);
    },
    listFiles: async (userId) =>
      (await list(reads, filesOf, { userId })).map(({ file_key }) => file_key!),
    markReady: async (id, ready) => (await changed(writes, markReady, { ...ready, id })) === 1,
    markFailed: async (id, errorMessage) =>
      (await changed(writes, markFailed, { id, errorMessage })) === 1,
    markExpired: async (id, now) => (await changed(writes, markExpired, { id, now })) === 1,
  });
}

import type { ExportRequest, ExportRequestId, UserId } from "@acme/auth-core";
import type { ExportPosition, ExportRequestStore } from "@acme/auth-core/store";
import type { NotNull } from "kysely";
import { instant, instantOrNull, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { ExportRequestTable } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const REQUEST = mapperOf<ExportRequest, ExportRequestTable>()({
  id: "id",
  userId: "user_id",
  status: "status",
  createdAt: instant("created_at"),
  readyAt: instantOrNull("ready_at"),
  expiresAt: instantOrNull("expires_at"),
  errorMessage: "error_message",
  fileKey: "file_key",
});

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

const reading = ({ db }: BaseCompiler) => {
  const some = db.selectFrom("auth_export_request").select(REQUEST.columns);
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
    newestOfUser: statement((given: OfUser) =>
      some
        .where("user_id", "=", given.userId)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(given.limit),
    ),
    filesOf: statement((given: { userId: UserId }) =>
      db
        .selectFrom("auth_export_request")
        .select("file_key")
        .where("user_id", "=", given.userId)
        .where("file_key", "is not", null)
        .$narrowType<{ file_key: NotNull }>()
        .orderBy("created_at")
        .orderBy("id"),
    ),
  };
};

const changing = ({ db }: BaseCompiler) => {
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

export function exportRequests(compiler: BaseCompiler): (at: Access) => ExportRequestStore {
  const { byId, pendingOf, oldestOfUser, ofUserBehind, newestOfUser, filesOf } = reading(compiler);
  const { markReady, markFailed, markExpired } = changing(compiler);

  const insert = statement((given: ExportRequest) =>
    compiler.db
      .insertInto("auth_export_request")
      .values(REQUEST.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    insertUnlessPending: async (request) => (await changed(writes, insert, request)) === 1,
    find: async (id) => REQUEST.toEntityOrNull(await first(reads, byId, { id })),
    findPending: async (userId) =>
      REQUEST.toEntityOrNull(await first(reads, pendingOf, { userId })),
    async listByUser(userId, after, limit) {
      const rows = after
        ? await list(reads, ofUserBehind, {
            createdAt: after.createdAt,
            id: after.id,
            userId,
            limit,
          })
        : await list(reads, oldestOfUser, { userId, limit });
      return rows.map(REQUEST.toEntity);
    },
    listNewest: async (userId, limit) =>
      (await list(reads, newestOfUser, { userId, limit })).map(REQUEST.toEntity),
    listFiles: async (userId) =>
      (await list(reads, filesOf, { userId })).map(({ file_key }) => file_key),
    markReady: async (id, ready) => (await changed(writes, markReady, { ...ready, id })) === 1,
    markFailed: async (id, errorMessage) =>
      (await changed(writes, markFailed, { id, errorMessage })) === 1,
    markExpired: async (id, now) => (await changed(writes, markExpired, { id, now })) === 1,
  });
}

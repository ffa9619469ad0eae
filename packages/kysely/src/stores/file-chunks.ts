import type { FileChunkStore } from "@acme/auth-core/store";
import type { Access, BaseCompiler } from "../engine.js";
import { changed, first, statement } from "../statement.js";

export function fileChunks({ db, rows }: BaseCompiler): (at: Access) => FileChunkStore {
  const put = statement((given: { file: string; index: number; bytes: Uint8Array }) =>
    db
      .insertInto("auth_file_chunk")
      .values({ file: given.file, position: given.index, bytes: given.bytes })
      .onConflict((conflict) =>
        conflict.columns(["file", "position"]).doUpdateSet({ bytes: given.bytes }),
      ),
  );
  const find = statement((given: { file: string; index: number }) =>
    db
      .selectFrom("auth_file_chunk")
      .select("bytes")
      .where("file", "=", given.file)
      .where("position", "=", given.index),
  );
  const remove = statement((given: { file: string; limit: number }) =>
    db
      .with("some", (query) =>
        query
          .selectFrom("auth_file_chunk")
          .select("position")
          .where("file", "=", given.file)
          .orderBy("position")
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .deleteFrom("auth_file_chunk")
      .where("file", "=", given.file)
      .where("position", "in", (query) => query.selectFrom("some").select("some.position")),
  );

  return ({ reads, writes }) => ({
    async put(file, index, bytes) {
      await changed(writes, put, { file, index, bytes });
    },
    async find(file, index) {
      const row = await first(reads, find, { file, index });
      // Drivers give a subclass.
      return row
        ? new Uint8Array(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
        : null;
    },
    delete: (file, limit) => changed(writes, remove, { file, limit }),
  });
}

import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { FileStore } from "../ports/file-store.js";
import type { Stores } from "../store/store.js";

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);
const PIECES_AT_ONCE = 32;
/** Stored after the last piece. */
const END = new Uint8Array(0);

/**
 * Files as compressed pieces in the database, so that every instance finds them. Each piece but the
 * last holds at least `pieceSize` bytes of UTF-8 before compression.
 */
export function createStoredFiles(
  { fileChunks }: Pick<Stores, "fileChunks">,
  pieceSize: number,
): FileStore {
  return {
    async write(key, content) {
      let index = 0;
      let gathered = "";
      let size = 0;
      // Compression runs on another thread, so that other requests are answered meanwhile.
      const put = async (): Promise<void> => fileChunks.put(key, index++, await compress(gathered));
      for await (const text of content) {
        gathered += text;
        size += Buffer.byteLength(text);
        if (size < pieceSize) continue;
        await put();
        gathered = "";
        size = 0;
      }
      if (gathered !== "") await put();
      await fileChunks.put(key, index, END);
    },

    async read(key) {
      const first = await fileChunks.find(key, 0);
      return first && pieces(key, first);
    },

    async delete(key) {
      while ((await fileChunks.delete(key, PIECES_AT_ONCE)) === PIECES_AT_ONCE);
    },
  };

  async function* pieces(key: string, first: Uint8Array): AsyncGenerator<Uint8Array> {
    let piece: Uint8Array | null = first;
    for (let index = 1; piece && piece.length > 0; index++) {
      yield await expand(piece);
      piece = await fileChunks.find(key, index);
    }
    // The file was removed while it was read: the first pieces must not pass for the whole file.
    if (!piece) throw new Error("a stored file ends before its end");
  }
}

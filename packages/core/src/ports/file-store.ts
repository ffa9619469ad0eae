/**
 * Keeps finished exports until they are downloaded or expire. Keys match `[A-Za-z0-9._-]+` and are
 * never a path.
 */
export interface FileStore {
  /**
   * Stores what `content` yields, without holding more than a piece of it in memory. Resolves when
   * the whole file is stored. A file that was not written to its end may be deleted.
   */
  write(key: string, content: AsyncIterable<string>): Promise<void>;
  /** Returns the bytes of a file, piece by piece; null when there is no such file. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Removes a file. Resolves when there is none, too. */
  delete(key: string): Promise<void>;
}

/** Where exports wait to be downloaded. Keys are ours: `[A-Za-z0-9._-]`, never a path. */
export interface FileStore {
  /** Stores what `content` yields, piece by piece and without holding more than a piece of it. A file that is not written to its end is of no use and may be deleted. */
  write(key: string, content: AsyncIterable<string>): Promise<void>;
  /** What was written, piece by piece; null when there is no such file. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Removes a file, or nothing: idempotent. */
  delete(key: string): Promise<void>;
}

/** Pieces of stored files, each small enough for one statement. */
export interface FileChunkStore {
  /** Stores a piece. The pieces of a file are numbered from 0. */
  put(file: string, index: number, bytes: Uint8Array): Promise<void>;
  /** Returns the piece with that number; null when there is none. */
  find(file: string, index: number): Promise<Uint8Array | null>;
  /** Removes up to `limit` pieces of a file. Returns the number of rows removed. */
  delete(file: string, limit: number): Promise<number>;
}

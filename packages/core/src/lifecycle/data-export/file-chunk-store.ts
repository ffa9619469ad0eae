/** Pieces of stored files, each small enough for one statement. */
export interface FileChunkStore {
  /** Stores a piece. Those of one file are numbered from 0. */
  put(file: string, index: number, bytes: Uint8Array): Promise<void>;
  find(file: string, index: number): Promise<Uint8Array | null>;
  /** Removes up to `limit` pieces of a file; how many. */
  delete(file: string, limit: number): Promise<number>;
}

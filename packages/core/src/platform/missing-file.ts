import { type FileHandle, open } from "node:fs/promises";

/** Whether a file could not be opened because there is none. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && failure.code === "ENOENT";

/** Opens a file to read it; null when there is none. */
export const openIfThere = (path: string): Promise<FileHandle | null> =>
  open(path).catch((failure: unknown) => {
    if (isMissing(failure)) return null;
    throw failure;
  });

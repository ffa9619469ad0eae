import type { OrganizationId, SecretHash } from "@acme/auth-core";
import type { CallerStore, FoundCaller } from "@acme/auth-core/store";
import { toDate } from "../schema.js";
import { type CallerRow, toCaller } from "../stores/callers.js";
import { createBusyRetry } from "./busy-retry.js";
import type { SqliteFile } from "./sqlite-file.js";
import type { SqliteHandle } from "./sqlite-handle.js";

type Find = (
  tokenHash: SecretHash,
  organization: OrganizationId | null,
  now: Date,
) => FoundCaller | null;

/** The prepared statement itself, with nothing around it. */
function prepareFind(handle: SqliteHandle, text: string): Find {
  const find = handle.prepareRaw(text);
  return (tokenHash, organization, now) => {
    const row = find.get(organization, tokenHash, now.toISOString()) as
      CallerRow<string> | undefined;
    return row === undefined ? null : toCaller(row, toDate);
  };
}

/** `compile` makes the statement's text, with the first call on each handle. */
export function findCallerIn(
  file: SqliteFile,
  compile: () => string,
  busyLimitMs: number,
): CallerStore["find"] {
  const prepared = new Map<SqliteHandle, Find>();

  function findOn(handle: SqliteHandle): Find {
    const find = prepared.get(handle) ?? prepareFind(handle, compile());
    prepared.set(handle, find);
    return find;
  }

  /**
   * The first call on each handle, every call while the file is locked, and every call in memory,
   * where an open transaction must be waited for.
   */
  async function findWithRetry(...given: Parameters<Find>): Promise<FoundCaller | null> {
    await file.ready();
    const reader = file.reader();
    const end = reader ? null : await file.writeQueue();
    try {
      return await createBusyRetry(busyLimitMs).run(() =>
        findOn(file.reader() ?? file.writer)(...given),
      );
    } finally {
      end?.();
    }
  }

  return async (tokenHash, organization, now) => {
    const reader = file.reader();
    const find = reader === null ? undefined : prepared.get(reader);
    if (find !== undefined) {
      try {
        return find(tokenHash, organization, now);
      } catch {
        // The retry meets it again, and tells a lock from a failure.
      }
    }
    return findWithRetry(tokenHash, organization, now);
  };
}

/**
 * The version of what jobs and mails carry. Raise it when what is enqueued could be carried out
 * wrongly by earlier releases, and write it then as `payloadVersion` beside what it is about. What
 * is without one is of version 1.
 */
const PAYLOAD_VERSION = 1;

/** Returns whether a newer release enqueued this, for its own workers only. */
export function isOfNewerRelease(payload: object | null): boolean {
  const version: unknown = payload && Reflect.get(payload, "payloadVersion");
  return typeof version === "number" && version > PAYLOAD_VERSION;
}

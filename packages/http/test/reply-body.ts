import { parseJson } from "@acme/auth-testing/read-json";
import type { HttpReply } from "../src/kernel/http-message.js";

/**
 * Returns the text of a reply.
 *
 * @throws {Error} when it has none, or is sent in pieces
 */
export function textIn({ status, body }: HttpReply): string {
  if (typeof body !== "string") throw new Error(`The reply with ${status} has no text.`);
  return body;
}

/** Returns the code in the body of a reply; undefined when there is none, null without a reply. */
export function codeIn(reply: HttpReply | null): string | null | undefined {
  if (reply === null) return null;
  return reply.body === null ? undefined : parseJson(textIn(reply), { "code?": "string" }).code;
}

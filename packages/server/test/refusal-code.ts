import { readJson } from "@acme/auth-testing/read-json";
import type { Reply } from "./agent.js";

/**
 * Returns the code with which a reply refuses; undefined when it refuses nothing, or has no JSON.
 */
export const refusalCodeIn = ({ status, body }: Reply): string | undefined =>
  status < 400 || body === undefined ? undefined : readJson(body, { code: "string" }).code;

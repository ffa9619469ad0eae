import { readJson } from "@acme/auth-testing/read-json";
import type { Reply } from "./agent.js";

/** Returns the id of what a reply shows. */
export const idIn = ({ body }: Reply): string => readJson(body, { id: "string" }).id;

import { readJson } from "@acme/auth-testing/read-json";
import type { Agent } from "./agent.js";

export const ACTIVITY = "/api/v1/me/activity";

/** Returns the events of the user who is signed in, each with its detail beside its name. */
export const activityOf = async (agent: Agent) =>
  readJson((await agent.get(ACTIVITY)).body, {
    entries: [{ event: "string", detail: "object" }],
  }).entries.map(({ event, detail }) => ({ event, ...detail }));

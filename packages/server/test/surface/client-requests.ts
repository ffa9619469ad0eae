import type { Agent, Reply } from "../agent.js";

const CLIENT = "/api/auth/organization";

/** Requests to the organization paths of the better-auth client. */
export const post = (agent: Agent, path: string, body: object): Promise<Reply> =>
  agent.post(`${CLIENT}/${path}`, body);
export const get = (agent: Agent, path: string): Promise<Reply> => agent.get(`${CLIENT}/${path}`);

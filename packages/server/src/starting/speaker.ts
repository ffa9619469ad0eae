import cluster, { type Worker } from "node:cluster";

/** Set by the primary process for the one that speaks; no setting of an operator's. */
const SPEAKS = "AUTH_SERVER_SPEAKS_FOR_ALL";

/** Starts a serving process, and says whether it speaks for all. */
export const forkServing = (speaks: boolean): Worker =>
  cluster.fork({ [SPEAKS]: speaks ? "true" : "" });

/**
 * Whether this process logs what concerns all serving processes. One of them does; when it ends,
 * the one that takes its place.
 */
export const speaksForAll = (): boolean => cluster.isPrimary || process.env[SPEAKS] === "true";

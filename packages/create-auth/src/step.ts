import type { Framework } from "./frameworks.js";
import type { Template } from "./template.js";

export interface Options {
  readonly framework: Framework;
  readonly template: Template;
  readonly version: string;
  /** The new secret, for a folder that has no `.env`. */
  readonly secret: string;
}

/** What becomes of one file. */
export interface Step {
  readonly path: string;
  readonly write?: string;
  readonly change?: string;
  readonly kept?: boolean;
  readonly byHand?: string;
}

/** The same, once the folder has been looked at. */
export interface Known extends Options {
  /** Whether the application was there before. */
  readonly existing: boolean;
}

import type { Reader, Reading } from "./reading.js";

/** The environment that the server is started in. An empty variable counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** When a variable must be set, as the documents say it. */
type Requirement = "always" | "in production" | "in production with `PAGES=off`";

/** One environment variable: how it is read, its default, and what it is for. */
export interface Variable<T = unknown> {
  readonly read: Reader<T>;
  /** The default, as it would be written. */
  readonly fallback?: string;
  /** The default in words, when it depends on something else. */
  readonly otherwise?: string;
  readonly required?: Requirement;
  /** The value is a secret: it is never printed. */
  readonly secret?: true;
  readonly doc: string;
}

type ValueOf<V> = V extends { readonly read: Reader<infer T> }
  ? V extends { readonly fallback: string } | { readonly required: "always" }
    ? T
    : T | null
  : never;

/** `SERVICE_AUTH_URL` → `serviceAuthUrl`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

/** The value of every variable of a table; null for one that is not set and has no fallback. */
export type SettingsOf<Table> = {
  readonly [Name in keyof Table & string as CamelCase<Name>]: ValueOf<Table[Name]>;
};

/** `SERVICE_AUTH_URL` → `serviceAuthUrl`. */
export const settingOf = (name: string): string =>
  name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the text of a variable; null for one that is not set. */
export const textOf = (env: Environment, name: string): string | null => env[name]?.trim() || null;

export const isProduction = (env: Environment): boolean => textOf(env, "NODE_ENV") === "production";

/** Whether a variable must be set in this environment, and the words that say so. */
const REQUIREMENTS: Readonly<
  Record<Requirement, { readonly holds: (env: Environment) => boolean; readonly fault: string }>
> = {
  always: { holds: () => true, fault: "is required" },
  "in production": { holds: isProduction, fault: "is required in production" },
  "in production with `PAGES=off`": {
    holds: (env) => isProduction(env) && textOf(env, "PAGES") !== "on",
    fault: "is required in production",
  },
};

/**
 * Reads one variable: its value, its fallback's, or null; or what is wrong with it.
 * @param env decides what must be set
 */
export function readVariable<T>(
  { read, fallback, required }: Variable<T>,
  text: string | null,
  env: Environment,
): Reading<T | null> {
  const requirement = required && REQUIREMENTS[required];
  if (text === null && requirement?.holds(env)) return { fault: requirement.fault };
  const source = text ?? fallback;
  return source === undefined ? { value: null } : read(source);
}

import type { Reader, Reading } from "./reading.js";

/** The environment that the server is started in. An empty variable counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One environment variable: how it is read, its default, and what it is for. */
export interface Variable<T = unknown> {
  readonly read: Reader<T>;
  /** The default, as it would be written. */
  readonly fallback?: string;
  /** The default in words, when it depends on something else. */
  readonly otherwise?: string;
  readonly required?: "always" | "in production";
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

/** Reads one variable: its value, its fallback's, or null; or what is wrong with it. */
export function readVariable<T>(
  { read, fallback, required }: Variable<T>,
  text: string | null,
  production: boolean,
): Reading<T | null> {
  if (text === null && required === "always") return { fault: "is required" };
  if (text === null && required === "in production" && production)
    return { fault: "is required in production" };
  const source = text ?? fallback;
  return source === undefined ? { value: null } : read(source);
}

import type * as zod from "zod";

/** What builds a schema. Call it after `loadZod`. */
export type Schema = () => zod.ZodType;

/** What builds the schema of an object. */
export type ObjectSchema = () => zod.ZodObject;

/** What a schema takes in, before it has transformed it. */
export type Input<S extends Schema> = zod.input<ReturnType<S>>;
/** What a schema gives back. */
export type Output<S extends Schema> = zod.output<ReturnType<S>>;

/**
 * The library of schemas. Undefined until `loadZod` has resolved: to load it and to build every
 * schema of the surface takes a fifth of the start of a process. So schemas are functions, and use
 * it when they are called.
 */
export let z: typeof zod;

let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  try {
    z = await import("zod");
  } catch (failure) {
    loading = null;
    throw failure;
  }
}

/**
 * Resolves when schemas can be built. Awaited by the first request that has input; a process that
 * was out of files then tries again with the next.
 */
export const loadZod = (): Promise<void> => (loading ??= load());

/** Builds a value at its first use, and returns the same one ever after. */
export function once<T extends object>(build: () => T): () => T {
  let built: T | null = null;
  return () => (built ??= build());
}

import { expect } from "vitest";

/** Vitest's matchers, with the type of what they stand for. */

/** Matches every text. */
export const anyString = (): string => expect.any(String) as string;
/** Matches every number. */
export const anyNumber = (): number => expect.any(Number) as number;
/** Matches every text of that pattern. */
export const stringMatching = (pattern: RegExp | string): string =>
  expect.stringMatching(pattern) as string;
/** Matches every text that contains `text`. */
export const stringContaining = (text: string): string => expect.stringContaining(text) as string;
/** Matches every list that has these items among others. */
export const arrayContaining = (items: unknown[]): readonly unknown[] =>
  expect.arrayContaining(items) as unknown[];
/** Matches every object with these members, whatever else it has. */
export const objectContaining = (members: object): object =>
  expect.objectContaining(members) as object;
/** Matches every error with these members, whatever else it has. */
export const errorWith = (members: object): Error => expect.objectContaining(members) as Error;
/** Matches every instance of a class. */
export const anyInstanceOf = <T extends object>(type: abstract new (...given: never) => T): T =>
  expect.any(type) as T;
/** Matches every function. */
export const anyFunction = (): (() => never) => expect.any(Function) as () => never;

import { expect } from "vitest";

/** Vitest's matchers, with the type of what they stand for. */

export const anyString = (): string => expect.any(String) as string;
export const stringMatching = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
export const stringContaining = (text: string): string => expect.stringContaining(text) as string;
export const objectContaining = (members: object): object =>
  expect.objectContaining(members) as object;

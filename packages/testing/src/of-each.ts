import { expect } from "vitest";

/**
 * Asks the same of each case, one after another, and fails with a line for each case of which an
 * expectation did not hold. What is no failed expectation is thrown at once.
 *
 * @param nameOf what a case is called in the failure
 * @param check expects something of one case
 */
export async function expectOfEach<Case>(
  cases: readonly Case[],
  nameOf: (one: Case) => string,
  check: (one: Case) => Promise<void> | void,
): Promise<void> {
  expect(cases).not.toEqual([]);
  const failures: string[] = [];
  for (const one of cases)
    try {
      await check(one);
    } catch (thrown) {
      if (!(thrown instanceof Error) || thrown.name !== "AssertionError") throw thrown;
      failures.push(`${nameOf(one)}: ${thrown.message}`);
    }
  expect(failures).toEqual([]);
}

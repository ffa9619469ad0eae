import type { OperationExamples } from "../kernel/route.js";

/**
 * Loads the examples, which the tests of the server write. Only who reads the OpenAPI document
 * needs them.
 */
export async function loadExamples(): Promise<OperationExamples> {
  const { default: examples } = await import("./examples.json", { with: { type: "json" } });
  return examples;
}

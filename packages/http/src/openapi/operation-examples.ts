/** A call of the surface that a test has made, without its secrets. */
export interface OperationExample {
  /** The fields of its path, query and body. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly reply?: unknown;
}

/** An example of each operation, by its `operationId`. */
export type OperationExamples = Readonly<Record<string, OperationExample | undefined>>;

/**
 * Loads the examples, which the tests of the server write. Only who reads the OpenAPI document
 * needs them.
 */
export async function loadExamples(): Promise<OperationExamples> {
  const { default: examples } = await import("./examples.json", { with: { type: "json" } });
  return examples;
}

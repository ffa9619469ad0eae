/** Whether a parsed JSON value is an object: neither null, nor an array, nor a plain value. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

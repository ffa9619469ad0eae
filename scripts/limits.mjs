// The sizes that the code must keep. The linter refuses a single file or function that is over its limit; `npm run check sizes` measures the product as a whole.

/** Parameters of a function; beyond that it takes one object. */
export const MAX_PARAMETERS = 3;
/** Parameters that every step and every store method has; the reader does not count them. */
export const CONTEXT_PARAMETERS = new Set(["this", "tx", "world", "now"]);
/** Lines of a function that fits on one screen, without the named functions in it. */
export const MAX_FUNCTION_LINES = 60;
/** Lines of a closure that builds a feature, with the use cases in it. */
export const MAX_CLOSURE_LINES = 120;
/** Tokens of a file: what is read in one sitting, however it is laid out. */
export const MAX_FILE_TOKENS = 2000;
/** Tokens of a function: half of all functions are below the first figure, 95 of 100 below the second. */
export const MAX_MEDIAN_FUNCTION_TOKENS = 60;
export const MAX_P95_FUNCTION_TOKENS = 300;
/** What a page loads of the client, gzipped. */
export const MAX_CLIENT_BYTES = 4096;
/** Half of what the first release had: 143 casts, 64 non-null assertions. */
export const MAX_CASTS = 71;
export const MAX_NON_NULL_ASSERTIONS = 32;

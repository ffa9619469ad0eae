declare const signature: unique symbol;

/**
 * A route and how it is called: its HTTP method, its path, and where what the path does not name
 * goes, if anything does: `json`, `query` or `form`.
 *
 * @example
 * // A route of the application's own.
 * const changePlan: Route<
 *   (input: { plan: string }, options?: CallOptions) => Promise<{ plan: string }>
 * > = "POST /api/billing/plan json";
 */
export type Route<Call> = string & { readonly length: number; readonly [signature]?: Call };

/** The routes of a group of calls, by the names of the calls. */
export type Routes<Calls> = { readonly [Name in keyof Calls]: Route<Calls[Name]> };

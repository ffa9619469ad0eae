import { betterAuthRoutes } from "@acme/auth-better-auth";
import type { AuthCall } from "@acme/auth-client";

type Call = (input?: object) => Promise<unknown>;

/** Calls an operation by its `operationId`. */
export type BetterAuth = (operationId: string, input?: object) => Promise<unknown>;

/** The calls of the better-auth client, by group and name as the operations are named. */
export const betterAuthCalls = (
  call: AuthCall,
): Readonly<Record<string, Readonly<Record<string, Call>>>> =>
  mapped(betterAuthRoutes.routes, (group) =>
    mapped(group, ({ method, path, body, query }): Call => {
      const rest = body ? " json" : query ? " query" : "";
      return (input) =>
        call<(given?: object) => Promise<unknown>>(`${method} ${path}${rest}`, input);
    }),
  );

const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

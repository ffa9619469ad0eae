import type { AnyRoute } from "./route.js";

export interface Match {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** What of a route says which requests are for it. */
type Routed = Pick<AnyRoute, "method" | "path" | "aliases">;

/** A path of the surface, with the route of each of its methods. */
export interface KnownPath<R extends Routed = AnyRoute> {
  readonly methods: ReadonlyMap<string, R>;
  readonly params: Readonly<Record<string, string>>;
}

/** A path with parameters. */
interface Pattern<R extends Routed> {
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, R>;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * Builds the search for routes by exact, case-sensitive path: in a map, then among the few patterns
 * with parameters.
 */
export function createRouting<R extends Routed>(routes: readonly R[]) {
  const paths = [...methodsByPath(routes)];
  const exact = new Map(paths.filter(([path]) => !hasParameters(path)));
  const patterns = paths
    .filter(([path]) => hasParameters(path))
    .map(([path, methods]): Pattern<R> => ({ segments: path.split("/"), methods }));

  return function find(path: string): KnownPath<R> | null {
    const methods = exact.get(path);
    if (methods) return { methods, params: NO_PARAMS };
    if (patterns.length === 0) return null;
    const segments = path.split("/");
    for (const pattern of patterns) {
      const params = matchSegments(pattern.segments, segments);
      if (params) return { methods: pattern.methods, params };
    }
    return null;
  };
}

const hasParameters = (path: string): boolean => path.includes("/:");

/** Returns the routes of each path, aliases included. Throws for a method that a path has twice. */
function methodsByPath<R extends Routed>(
  routes: readonly R[],
): ReadonlyMap<string, ReadonlyMap<string, R>> {
  const found = new Map<string, Map<string, R>>();
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const methods = found.get(path) ?? new Map<string, R>();
      if (methods.has(route.method)) throw new Error(`${route.method} ${path} is declared twice`);
      found.set(path, methods.set(route.method, route));
    }
  }
  return found;
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? "";
    if (!expected.startsWith(":")) {
      if (expected !== actual) return null;
      continue;
    }
    const value = decodeOnce(actual);
    if (!value) return null;
    params[expected.slice(1)] = value;
  }
  return params;
}

function decodeOnce(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

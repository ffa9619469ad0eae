import type { AnyRoute, Method } from "./route.js";

export interface Match {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** A path of the surface, with the route of each of its methods. */
export interface KnownPath {
  readonly methods: ReadonlyMap<string, AnyRoute>;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly segments: readonly string[];
  readonly methods: Map<Method, AnyRoute>;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** Builds the search for routes by exact, case-sensitive path: in a map, then among the few patterns with parameters. */
export function createRouting(routes: readonly AnyRoute[]) {
  const exact = new Map<string, Map<Method, AnyRoute>>();
  const patterns = new Map<string, Pattern>();

  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const methods = path.includes("/:")
        ? patternFor(path).methods
        : (exact.get(path) ?? new Map<Method, AnyRoute>());
      if (methods.has(route.method)) throw new Error(`${route.method} ${path} is declared twice`);
      methods.set(route.method, route);
      if (!path.includes("/:")) exact.set(path, methods);
    }
  }

  function patternFor(path: string): Pattern {
    let pattern = patterns.get(path);
    if (!pattern) patterns.set(path, (pattern = { segments: path.split("/"), methods: new Map() }));
    return pattern;
  }

  return function find(path: string): KnownPath | null {
    const methods = exact.get(path);
    if (methods) return { methods, params: NO_PARAMS };
    if (patterns.size === 0) return null;
    const segments = path.split("/");
    for (const pattern of patterns.values()) {
      const params = matchSegments(pattern.segments, segments);
      if (params) return { methods: pattern.methods, params };
    }
    return null;
  };
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

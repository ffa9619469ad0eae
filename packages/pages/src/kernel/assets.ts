import type { AnyRoute, NamedRoute } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { AssetName } from "../kit.js";
import { compressFile, hashOf } from "../platform/files.js";

/** A file of the package, as it is made at the start. */
export interface AssetSource {
  readonly name: AssetName;
  readonly type: "text/css" | "text/javascript" | "image/svg+xml";
  readonly content: string;
}

/** The files of the package, in memory. */
export interface Assets {
  /** The name that a file is served under: with a hash of what is in it, so that it never changes. */
  readonly fileOf: (name: AssetName) => string;
  readonly routes: readonly NamedRoute[];
}

const HASH_LENGTH = 16;

/** Compresses each file once, and builds a route for it. */
export function createAssets(
  sources: readonly AssetSource[],
  { base, family }: { readonly base: string; readonly family: NonNullable<AnyRoute["family"]> },
): Assets {
  const files = new Map(sources.map((source) => [source.name, hashedName(source)]));
  const fileOf = (name: AssetName): string => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`there is no file ${name}`);
    return file;
  };
  const routes = sources.map((source) =>
    routeOf(source, { path: `${base}/assets/auth-pages/${fileOf(source.name)}`, family }),
  );
  return { fileOf, routes };
}

function hashedName({ name, content }: AssetSource): string {
  const hash = hashOf(content, "base64url").slice(0, HASH_LENGTH);
  return name.replace(/(?=\.\w+$)/, `-${hash}`);
}

function routeOf(
  { name, type, content }: AssetSource,
  { path, family }: { readonly path: string; readonly family: AnyRoute["family"] },
): NamedRoute {
  const { plain, gzip, br } = compressFile(content);
  const encodings = [
    ["br", br],
    ["gzip", gzip],
  ] as const;
  return {
    operationId: `pages.asset.${name}`,
    method: "GET",
    path: `/${path.slice(1)}`,
    summary: "Get page file",
    description: "Download a file of the pages.",
    access: "anyone",
    limit: "read",
    status: 200,
    returns: "The file.",
    reply: () => z.never(),
    refuses: [],
    family,
    handle: async ({ request }) => {
      const accepted = acceptedEncodings(request.header("accept-encoding"));
      const found = encodings.find(([encoding]) => accepted.has(encoding));
      const headers = ["Content-Type", `${type}; charset=utf-8`];
      return found
        ? { file: { headers: [...headers, "Content-Encoding", found[0]], body: found[1] } }
        : { file: { headers, body: plain } };
    },
  };
}

/** The encodings that a client takes; one with a weight of 0 is refused (RFC 9110 §12.5.3). */
const acceptedEncodings = (header = ""): ReadonlySet<string> =>
  new Set(
    header
      .toLowerCase()
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry))
      .map((entry) => entry.replace(/;.*$/, "").trim()),
  );

import { codeOf, declaredRefusals } from "@acme/auth-http";
import server from "../packages/server/package.json" with { type: "json" };
import { surface } from "../packages/server/test/reference-surface.js";
import { code, table } from "./markdown.js";

const BETTER_AUTH = "/api/auth";

/** An alias names its version behind the last `@`. */
export const betterAuthVersions = (): string =>
  (["better-auth", "better-auth-next"] as const)
    .map((name) => `- ${server.devDependencies[name].replace(/^.*@/, "")}\n`)
    .join("");

export function betterAuthCodes(): string {
  const rows = surface
    .filter(({ codes }) => codes)
    .flatMap((route) =>
      declaredRefusals(route)
        .filter((name) => codeOf(name, route) !== name)
        .map((name) => [route.path.slice(BETTER_AUTH.length), codeOf(name, route), name].map(code)),
    );
  return `${table(["path", "code", "ours"], rows)}\n\n`;
}

export function betterAuthPaths(): string {
  const rows = surface.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases]
      .filter((served) => served.startsWith(`${BETTER_AUTH}/`))
      .map((served) => [code(method), code(served.slice(BETTER_AUTH.length))]),
  );
  return `${table(["method", "path"], rows)}\n\n`;
}

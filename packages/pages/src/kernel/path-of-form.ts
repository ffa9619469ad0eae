import { PAGE_PATHS } from "../page-paths.js";
import type { AnyPage } from "./page.js";

/** Returns the path of the page on which the form of a page stands. */
export function pathOfForm(
  { name, form }: Pick<AnyPage, "name" | "form">,
  {
    host: { base },
    params,
  }: {
    readonly host: { readonly base: string };
    readonly params: Readonly<Record<string, string>>;
  },
): string {
  const pattern: string = PAGE_PATHS[form ?? name];
  const path = pattern.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ""),
  );
  return base === "" ? path : base + (path === "/" ? "" : path);
}

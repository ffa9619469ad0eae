import { fillPath } from "../href.js";
import type { AnyPage } from "./page-definition.js";
import type { PageHost } from "./page-host.js";

/** Returns the path of the page on which the form of a page stands. */
export function pathOfForm(
  page: Pick<AnyPage, "path" | "form">,
  {
    host: { base, pageOf },
    params,
  }: {
    readonly host: Pick<PageHost, "base" | "pageOf">;
    readonly params: Readonly<Record<string, string>>;
  },
): string {
  const shown = page.form === null ? page : (pageOf(page.form) ?? page);
  return fillPath(base, shown.path, params);
}

import type { PageName } from "../../src/page-paths.js";
import type { ShownPage } from "../browser.js";
import type { Cast } from "./cast.js";

/** How a page comes up in each of its states, by the name of the page and that of the state. */
export type States = Readonly<
  Partial<Record<PageName, Readonly<Record<string, (cast: Cast) => Promise<ShownPage>>>>>
>;

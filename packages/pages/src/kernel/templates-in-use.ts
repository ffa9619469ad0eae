import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import type { TemplatesInUse } from "./outcome.js";
import type { PageTemplate } from "./page-definition.js";

/** A template of the package, and that of the application which stands in its place. */
export type Replacement = readonly [own: PageTemplate<never>, given: PageTemplate<never>];

/** A template whose view is not known. Both of a replacement take the same. */
interface Untyped {
  draw(view: unknown, kit: Kit): PageContent;
}

/** Returns the templates in use. */
export function templatesInUse(replacements: readonly Replacement[]): TemplatesInUse {
  const given = new Map<unknown, Untyped>(replacements.map(([own, draw]) => [own, { draw }]));
  return {
    inPlaceOf: (template) => {
      const found = given.get(template);
      return found ? (view, kit) => found.draw(view, kit) : template;
    },
  };
}

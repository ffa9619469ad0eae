import type { Caller } from "@acme/auth-core";
import { EMPTY_FORM } from "./form-state.js";
import type { AnyVisit, SectionDrawing, SectionedPage } from "./visit.js";

/** Loads the sections that features add to a page. Each is told of refused forms of its own only. */
export async function loadSections(
  name: SectionedPage,
  visit: AnyVisit & { readonly caller: Caller },
): Promise<readonly SectionDrawing[]> {
  const { refused } = visit;
  const loaded = await Promise.all(
    visit.sections[name].map((section) =>
      section.load({
        ...visit,
        form: refused?.owner === section.owner ? refused.form : EMPTY_FORM,
      }),
    ),
  );
  return loaded.filter((each) => each !== null);
}

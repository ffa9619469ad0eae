import type { Auth, PermissionId } from "@acme/auth-core";
import { extendReplies } from "./extend-replies.js";
import type { FeatureRoutes } from "./feature-routes.js";
import type { Additions, ViewedItems, ViewName } from "./kernel/additions.js";
import type { DocumentedSection } from "./kernel/route.js";
import type { AddedFields } from "./shown-fields.js";
import { VIEW_NAMES } from "./views/view-names.js";

type Shown = Pick<FeatureRoutes<PermissionId, never>, "title" | "shown">;

/** The fields of one feature in one view. */
interface Addition {
  readonly title: string;
  readonly view: ViewName;
  readonly fields: AddedFields<ViewedItems[ViewName], never>;
}

const isView = (name: string): name is ViewName => Object.hasOwn(VIEW_NAMES, name);

const additionsOf = (features: readonly Shown[]): readonly Addition[] =>
  features.flatMap(({ title, shown = {} }) =>
    Object.entries(shown).flatMap(([view, fields]) =>
      isView(view) ? [{ title, view, fields }] : [],
    ),
  );

const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Returns what is wrong with added fields: a view that there is not, a name that is taken. */
export function shownFaults(features: readonly Shown[]): readonly string[] {
  const unknown = features.flatMap(({ title, shown = {} }) =>
    Object.keys(shown)
      .filter((view) => !isView(view))
      .map((view) => `the section ${title} adds to ${view}, which is no view`),
  );
  const added = additionsOf(features).flatMap(({ title, view, fields }) =>
    Object.keys(fields.schemas).map((name) => ({ title, view, name })),
  );
  const misnamed = added.flatMap(({ title, view, name }, index) => {
    const before = added.slice(0, index).filter((other) => place(other.view) === place(view));
    const isTaken =
      Object.hasOwn(VIEW_NAMES[view], name) || before.some((other) => other.name === name);
    return [
      ...(NAME.test(name) ? [] : [`${name} in the section ${title} is no name of a field`]),
      ...(isTaken ? [`the section ${title} adds ${name} to ${view}, which has it already`] : []),
    ];
  });
  return [...unknown, ...misnamed];
}

/** The answer about the caller has the fields of its user, too. */
const place = (view: ViewName): ViewName => (view === "user" ? "me" : view);

/** What features add to the views of a surface. */
export interface ArrangedShown {
  /** The sections, whose replies have the added fields. */
  readonly sections: readonly DocumentedSection[];
  /** Begins the additions of one answer. Returns null where no feature adds any field. */
  readonly begin: () => Additions | null;
}

/** Joins the fields that features add. Without any, the sections are the very same. */
export function arrangeShown(
  sections: readonly DocumentedSection[],
  features: readonly Shown[],
  auth: Auth,
): ArrangedShown {
  const added = additionsOf(features);
  if (added.length === 0) return { sections, begin: () => null };
  return { sections: extendReplies(sections, added), begin: () => createAdditions(added, auth) };
}

/** A view that an answer contains, and what it was made from. */
interface Noted {
  readonly name: ViewName;
  readonly item: ViewedItems[ViewName];
  readonly view: object;
}

function createAdditions(added: readonly Addition[], auth: Auth): Additions {
  const noted: Noted[] = [];

  async function read({ view: name, fields }: Addition) {
    const ours = noted.filter((each) => each.name === name);
    const items = ours.map(({ item }) => item);
    return { fields, ours, loaded: ours.length > 0 && (await fields.load?.(items, auth)) };
  }

  return {
    note: (name, item, view) => void noted.push({ name, item, view }),
    async fill() {
      if (noted.length === 0) return;
      // Added in the order of the features, whichever was read first.
      for (const { fields, ours, loaded } of await Promise.all(added.map(read)))
        for (const { item, view } of ours) Object.assign(view, picked(fields, item, loaded));
    },
  };
}

/** Only what has a schema is shown, whatever else a feature returns. */
function picked(fields: Addition["fields"], item: ViewedItems[ViewName], loaded: unknown): object {
  const shown = fields.show(item, loaded);
  return Object.fromEntries(Object.keys(fields.schemas).map((name) => [name, shown[name]]));
}

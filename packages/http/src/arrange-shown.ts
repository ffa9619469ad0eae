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
  const byView = new Map<ViewName, readonly Fields[]>();
  for (const { view, fields } of added) byView.set(view, [...(byView.get(view) ?? []), fields]);
  return { sections: extendReplies(sections, added), begin: () => createAdditions(byView, auth) };
}

type Fields = Addition["fields"];

/** A view that an answer contains, and what it was made from. */
interface Noted {
  readonly item: ViewedItems[ViewName];
  readonly view: Record<string, unknown>;
}

/** The fields of one feature in one view, and what they needed besides the items. */
interface Reading {
  readonly fields: Fields;
  readonly noted: readonly Noted[];
  readonly loaded: unknown;
}

function createAdditions(byView: ReadonlyMap<ViewName, readonly Fields[]>, auth: Auth): Additions {
  const waiting = new Map<ViewName, Noted[]>();

  function read([name, noted]: readonly [ViewName, readonly Noted[]]): readonly Reading[] {
    const items = noted.map(({ item }) => item);
    const added = byView.get(name) ?? [];
    return added.map((fields) => ({ fields, noted, loaded: fields.load?.(items, auth) }));
  }

  return {
    note(name, item, view) {
      const others = waiting.get(name);
      if (others) others.push({ item, view });
      else waiting.set(name, [{ item, view }]);
    },
    fill() {
      const readings = [...waiting].flatMap(read);
      if (readings.some(({ loaded }) => loaded instanceof Promise))
        return Promise.all(readings.map(settled)).then(write);
      write(readings);
      return null;
    },
  };
}

const settled = async ({ loaded, ...reading }: Reading): Promise<Reading> => ({
  ...reading,
  loaded: await loaded,
});

/** Only what has a schema is shown, whatever else a feature returns. */
function write(readings: readonly Reading[]): void {
  for (const { fields, noted, loaded } of readings)
    for (const { item, view } of noted) {
      const shown = fields.show(item, loaded);
      for (const name in fields.schemas) view[name] = shown[name];
    }
}

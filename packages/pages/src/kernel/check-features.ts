import { PAGE_PATHS, type PageName } from "../page-paths.js";
import type { FeatureParts } from "./feature.js";
import { isOfOrganization } from "./frame.js";
import type { AnyPage } from "./page-definition.js";

/** The pages of one feature beside all others. */
interface Checked {
  readonly feature: FeatureParts;
  /** Those of the package, by their names. */
  readonly base: ReadonlyMap<string, AnyPage>;
  /** The features before it. */
  readonly before: readonly FeatureParts[];
}

/**
 * Checks what the features say of their pages.
 * @throws {RangeError} that names everything at once that is malformed, or that the package or
 * another feature has
 */
export function checkFeatures(features: readonly FeatureParts[], pages: readonly AnyPage[]): void {
  const base = new Map(pages.map((page) => [page.name, page]));
  const faults = features.flatMap((feature, index) => {
    const checked = { feature, base, before: features.slice(0, index) };
    return [
      ...repeated(checked),
      ...unserved(feature),
      ...feature.pages.flatMap((page) => [
        ...malformed(page),
        ...taken(page, checked),
        ...misplacedForm(page, checked),
        ...misplacedEntry(page),
      ]),
      ...misled(checked),
    ].map((fault) => `the pages of ${feature.name}: ${fault}`);
  });
  if (faults.length > 0) throw new RangeError(`createPages({ features }): ${faults.join("; ")}`);
}

const repeated = ({ feature, before }: Checked): readonly string[] =>
  before.some(({ name }) => name === feature.name) ? ["they are given twice"] : [];

/** Paths that no page answers, and pages of the same name. */
const unserved = ({ paths, pages }: FeatureParts): readonly string[] => {
  const names = pages.map(({ name }) => name);
  return [
    ...Object.keys(paths)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} has a path and no page: list the page, or remove the path`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `the page ${name} is listed twice`),
  ];
};

const NAME = /^[a-z][A-Za-z0-9]*$/;
const PATH = /^(?:\/(?:[a-z0-9~_-][a-z0-9.~_-]*|:[a-z]\w*))+$/i;
/** What the service answers itself, in any case of letters. */
const RESERVED = /^\/(?:api|assets|docs|healthz|readyz)(?:\/|$)/i;

function malformed({ name, path, access }: AnyPage): readonly string[] {
  const parameters = parametersOf(path);
  return [
    ...(NAME.test(name)
      ? []
      : [`${name} is no name of a page: write letters and digits, a lower-case letter first`]),
    ...(PATH.test(path) && new Set(parameters).size === parameters.length
      ? []
      : [`${path} is no path of a page: write it as /account/plan or /organizations/:slug/plan`]),
    ...(RESERVED.test(path) ? [`${path} is the service's own: choose another path`] : []),
    ...(typeof access !== "object" || parameters.includes("slug")
      ? []
      : [
          `${name} asks for a permission, so its path needs the organization: /organizations/:slug/…`,
        ]),
  ];
}

const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

/**
 * A name and a path belong to one page. Those of `PAGE_PATHS` that the package does not serve wait
 * for a feature, which takes both.
 */
function taken({ name, path }: AnyPage, { base, before, feature }: Checked): readonly string[] {
  const waiting = isPageName(name) && !base.has(name) && PAGE_PATHS[name] === path;
  const others = [
    ...Object.entries(PAGE_PATHS).map(([other, at]) => ({ other, at, of: "the package" })),
    ...before.flatMap(({ name: of, pages }) =>
      pages.map((page) => ({ other: page.name, at: page.path, of })),
    ),
    ...feature.pages
      .filter((page) => page.name !== name && page.path === path)
      .map((page) => ({ other: page.name, at: page.path, of: "its own" })),
  ];
  return others
    .filter(({ other, of }) => !(waiting && other === name && of === "the package"))
    .flatMap(({ other, at, of }) => [
      ...(other === name ? [`the name ${name} is that of a page of ${of}: choose another`] : []),
      ...(overlap(path, at)
        ? [`the path ${path} of ${name} is that of ${other} of ${of}, ${at}: choose another`]
        : []),
    ]);
}

const isPageName = (name: string): name is PageName => Object.hasOwn(PAGE_PATHS, name);

/** Whether a request may be for either of two paths. */
function overlap(one: string, other: string): boolean {
  const others = other.split("/");
  const parts = one.split("/");
  return (
    parts.length === others.length &&
    parts.every((part, index) => {
      const against = others[index] ?? "";
      return part === against || part.startsWith(":") || against.startsWith(":");
    })
  );
}

/** A form is shown again by the page it stands on, with the parameters of its own path. */
function misplacedForm(page: AnyPage, { base, feature }: Checked): readonly string[] {
  if (page.form === null) return [];
  const stands = base.get(page.form) ?? feature.pages.find(({ name }) => name === page.form);
  if (!stands)
    return [
      `the form of ${page.name} stands on ${page.form}, which is no page of the package or its own`,
    ];
  const lacking = parametersOf(stands.path).filter(
    (each) => !parametersOf(page.path).includes(each),
  );
  return [
    ...lacking.map(
      (each) => `the form of ${page.name} stands on ${stands.path}, so its path needs :${each}`,
    ),
    ...(typeof stands.access === "object" && typeof page.access !== "object"
      ? [`the form of ${page.name} stands on ${stands.path}, so its access must be a permission`]
      : []),
  ];
}

/** An entry of the rail leads there for every user that sees it. */
function misplacedEntry(page: AnyPage): readonly string[] {
  if (page.rail === null) return [];
  const expected = isOfOrganization(page) ? "slug" : "";
  if (parametersOf(page.path).join() !== expected)
    return [
      `${page.name} has an entry of the rail, so its path cannot have other parameters than the organization`,
    ];
  return page.access === "step" || page.access === "pending" || page.form !== null
    ? [
        `${page.name} has an entry of the rail, so it must show something to users who are signed in`,
      ]
    : [];
}

const misled = ({ feature: { leads, pages }, base }: Checked): readonly string[] =>
  Object.entries(leads).flatMap(([code, name]) => {
    const target = base.get(name) ?? pages.find((page) => page.name === name);
    return (target || isPageName(name)) && parametersOf(target?.path ?? "").length === 0
      ? []
      : [`${code} leads to ${name}, which is no page without parameters`];
  });

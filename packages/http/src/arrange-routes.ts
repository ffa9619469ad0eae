import type { Auth, Events, PermissionId } from "@acme/auth-core";
import { parseDemand } from "@acme/auth-core/surface";
import { type ArrangedShown, arrangeShown, shownFaults } from "./arrange-shown.js";
import { PARAMETER } from "./described-routes.js";
import { extendSignIn } from "./extend-sign-in.js";
import { type FeatureRoutes, featureSection, isServed } from "./feature-routes.js";
import { BASE_COOKIES } from "./kernel/cookies.js";
import { ownRefusals } from "./kernel/refusals.js";
import {
  type DocumentedRoute,
  type DocumentedSection,
  isFreshAccess,
  type NamedRoute,
  stepUpOf,
} from "./kernel/route.js";
import type { Site } from "./kernel/site.js";
import { extendBodies, ownShown } from "./own-fields.js";
import { AUTH_FAMILY, V1_FAMILY } from "./site/families.js";

/** The surface and the routes of features, joined. The sections of the features stand last. */
export interface Arranged extends ArrangedShown {
  /** The surface. */
  readonly surface: readonly NamedRoute[];
  /** What features serve. */
  readonly served: readonly NamedRoute[];
  /** The path families that features claim. */
  readonly families: readonly string[];
}

type AnyFeatureRoutes = FeatureRoutes<PermissionId, never>;

/**
 * Joins the surface and the routes of features.
 * @throws {RangeError} naming everything at once that is repeated or malformed, that stands outside
 * its family, or that `auth` does not have
 */
export function arrangeRoutes(
  base: readonly DocumentedSection[],
  features: readonly AnyFeatureRoutes[],
  auth: Auth,
  site: Pick<Site, "serviceOrigin">,
): Arranged {
  const added = features.map((feature) => ({ feature, section: featureSection(feature) }));
  const shownParts = [...ownShown(auth), ...features];
  const whole = [...base, ...added.map(({ section }) => section)];
  const faults = [
    ...repeated(whole),
    ...added.flatMap(({ feature, section }) => [
      ...missing(feature, auth),
      ...malformed(feature),
      ...misplaced(feature, section),
      ...unknownErrors(section, auth.events),
      ...closedToGrants(section),
      ...shapelessDemands(section),
    ]),
    ...sharedFamilies(features),
    ...shownFaults(shownParts),
    ...takenCookies(auth.events),
  ];
  if (faults.length > 0) throw new RangeError(`features: ${faults.join("; ")}`);
  const shown = arrangeShown(extendBodies(whole, auth, site), shownParts, auth);
  const arranged = { ...shown, sections: extendSignIn(shown.sections, features) };
  const routesOf = (sections: readonly DocumentedSection[]) =>
    sections.flatMap(({ routes }) => routes.filter(isServed));
  return {
    ...arranged,
    surface: routesOf(arranged.sections.slice(0, base.length)),
    served: routesOf(arranged.sections.slice(base.length)),
    families: features.flatMap(({ family }) => family ?? []),
  };
}

/** The paths of a route, in the words by which requests are told apart. */
const doorsOf = ({ method, path, aliases = [] }: DocumentedRoute): readonly string[] =>
  [path, ...aliases].map((each) => `${method} ${each.replaceAll(PARAMETER, ":")}`);

function repeated(sections: readonly DocumentedSection[]): readonly string[] {
  const routes = sections.flatMap((section) => section.routes);
  return [
    ...twice(sections.map(({ title }) => `the section ${title}`)),
    ...twice(routes.map(({ operationId }) => operationId)),
    ...twice(routes.flatMap(doorsOf)),
  ].map((name) => `${name} is in the reference twice`);
}

const twice = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.filter((name, index) => names.indexOf(name) !== index));

const missing = ({ title, feature }: AnyFeatureRoutes, auth: object): readonly string[] =>
  feature === undefined || feature in auth
    ? []
    : [`the section ${title} needs the feature ${feature}, which createAuth was not given`];

const NAME = /^[a-z][A-Za-z0-9]*$/;
const FAMILY = /^\/(?:[\w.~-]+\/)+$/;
/** Of bodies that no form of a foreign page can send. */
const JSON_MEDIA = /^application\/(?:[\w.-]+\+)?json$/;

function malformed({ title, family, protocol, routes }: AnyFeatureRoutes): readonly string[] {
  const names = Object.entries(routes).flatMap(([group, named]) => [group, ...Object.keys(named)]);
  return [
    ...names
      .filter((name) => !NAME.test(name))
      .map((name) => `${name} in the section ${title} is no name of a group or a route`),
    ...(family !== undefined && !FAMILY.test(family)
      ? [`${family} of the section ${title} is no path family: write it as /scim/v2/`]
      : []),
    ...(protocol && !JSON_MEDIA.test(protocol.media)
      ? [`${protocol.media} of the section ${title} is no media type of JSON`]
      : []),
  ];
}

const BASE = [AUTH_FAMILY, V1_FAMILY];

function misplaced({ family }: AnyFeatureRoutes, { routes }: DocumentedSection): readonly string[] {
  const families = family === undefined ? BASE : [...BASE, family];
  return routes
    .filter(isServed)
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .filter((path) => !families.some((each) => path.startsWith(each)))
    .map((path) => `${path} is served outside of ${families.join(" and ")}`);
}

const unknownErrors = ({ routes }: DocumentedSection, { errors }: Events): readonly string[] =>
  routes.flatMap((route) =>
    ownRefusals(route)
      .filter(({ code }) => !errors.has(code))
      .map(({ code }) => `${route.operationId} refuses with ${code}, which auth does not know`),
  );

/** No grant is fresh or stepped up, and what is open to all asks for none. */
const closedToGrants = ({ routes }: DocumentedSection): readonly string[] =>
  routes
    .filter(({ grants, access }) => {
      const isMore = isFreshAccess(access) || stepUpOf(access) !== null;
      return grants !== undefined && (access === "anyone" || isMore);
    })
    .map(({ operationId }) => `${operationId} takes grants, which its access does not allow`);

const shapelessDemands = ({ routes }: DocumentedSection): readonly string[] =>
  routes.flatMap(({ operationId, access }) => {
    try {
      parseDemand(stepUpOf(access) ?? {});
      return [];
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      return [`${operationId} asks for what is no demand: ${thrown.message}`];
    }
  });

const takenCookies = ({ gates }: Events): readonly string[] =>
  gates
    .filter(({ cookie }) => cookie !== null && BASE_COOKIES.has(cookie))
    .map(({ feature, cookie }) => `the gate of ${feature} cannot have the cookie ${cookie}`);

/** A family that begins another claims its paths, too. */
function sharedFamilies(features: readonly AnyFeatureRoutes[]): readonly string[] {
  const claimed = features.flatMap(({ family }) => family ?? []);
  return claimed.flatMap((family, index) =>
    [...BASE, ...claimed.slice(0, index)]
      .filter((other) => family.startsWith(other) || other.startsWith(family))
      .map((other) => `the path family ${family} is claimed, and ${other} is taken`),
  );
}

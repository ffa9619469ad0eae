import type { Auth, PermissionId } from "@acme/auth-core";
import { isErrorCode } from "@acme/auth-core/surface";
import type { FeatureParts } from "./feature.js";
import { cookieOf } from "./pending.js";

/**
 * Checks that `auth` has what the pages of features need.
 * @throws {RangeError} that names everything at once that is missing
 */
export function checkNeeds(features: readonly FeatureParts[], auth: Auth<PermissionId>): void {
  const faults = features.flatMap((feature) =>
    [
      ...missing(feature, auth),
      ...unknownPermissions(feature, auth),
      ...withoutGate(feature, auth),
      ...unknownErrors(feature, auth),
    ].map((fault) => `the pages of ${feature.name} ${fault}`),
  );
  if (faults.length > 0) throw new RangeError(`createPages({ features }): ${faults.join("; ")}`);
}

const missing = ({ feature }: FeatureParts, auth: object): readonly string[] =>
  feature === null || feature in auth
    ? []
    : [`need the feature ${feature}: give it to createAuth, or leave these pages out`];

function unknownPermissions(
  { pages }: FeatureParts,
  { accessControl }: Auth<PermissionId>,
): readonly string[] {
  const known = new Set([
    ...accessControl.permissionsOf("owner"),
    ...accessControl.permissionsOf("admin"),
    ...accessControl.permissionsOf("member"),
  ]);
  return pages.flatMap(({ name, access }) =>
    typeof access !== "object" || known.has(access.permission)
      ? []
      : [
          `ask for ${access.permission} on ${name}, which no role has: name it in a feature's permissions`,
        ],
  );
}

const withoutGate = (
  { pages, feature }: FeatureParts,
  auth: Auth<PermissionId>,
): readonly string[] =>
  cookieOf(feature, auth) === null
    ? pages
        .filter(({ access }) => access === "pending")
        .map(
          ({ name }) =>
            `go on with a withheld sign-in on ${name}, and no gate with a cookie withholds one`,
        )
    : [];

const unknownErrors = (
  { refusals, leads }: FeatureParts,
  { events: { errors } }: Auth<PermissionId>,
): readonly string[] =>
  [
    ...Object.keys(refusals("en")),
    // What the base refuses with has words of its own, and may lead to a page of a feature.
    ...Object.keys(leads).filter((code) => !isErrorCode(code)),
  ]
    .filter((code) => !errors.has(code))
    .map((code) => `say what ${code} is, which is no error of a feature of auth`);

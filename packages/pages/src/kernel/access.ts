import type {
  Caller,
  CorePermission,
  Fresh,
  FreshCaller,
  Granted,
  PermissionId,
  Secret,
} from "@acme/auth-core";
import type { Step } from "./step.js";
import type { AnyVisit } from "./visit.js";

/**
 * Who may see a page and post its form. A visitor who may not is sent to `/sign-in` or `/confirm`, and
 * comes back afterwards; or sees the page "Page not found" or "Your role doesn't allow this."
 *
 * - `any`: everyone. `visit.caller` is null for a visitor who is not signed in.
 * - `step`: everyone whose browser has a sign-in under way, which `visit.step` is.
 * - `in`: signed in.
 * - `fresh`: signed in recently.
 * - a permission, in the organization that the path names by `:slug`; `visit.granted` is the proof.
 */
export type PageAccess<P extends PermissionId = CorePermission> =
  "any" | "step" | "in" | "fresh" | PagePermission<P>;

/** Access for members whose role has a permission. */
export interface PagePermission<P extends PermissionId = CorePermission> {
  readonly permission: P;
  /** And signed in recently. */
  readonly fresh?: true;
}

/**
 * The same of a page that a feature adds. `pending`: everyone whose sign-in the gate of the feature
 * has withheld; `visit.pending` is what their browser goes on with.
 */
export type FeatureAccess<P extends PermissionId = CorePermission> = PageAccess<P> | "pending";

/** Any access. */
export type AnyAccess = FeatureAccess<PermissionId>;

/** What a visit proves, by the access of its page. */
export type Proven<A extends AnyAccess> = A extends "any"
  ? { readonly caller: Caller | null }
  : A extends "step"
    ? { readonly caller: Caller | null; readonly step: Step }
    : A extends "pending"
      ? { readonly caller: Caller | null; readonly pending: Secret }
      : A extends "in"
        ? { readonly caller: Caller }
        : A extends "fresh"
          ? { readonly caller: FreshCaller }
          : A extends { readonly permission: infer P extends PermissionId }
            ? A extends { readonly fresh: true }
              ? { readonly caller: FreshCaller; readonly granted: Granted<P> & Fresh }
              : { readonly caller: Caller; readonly granted: Granted<P> }
            : never;

/** A visit of a page of that access. */
export type Visit<A extends AnyAccess> = AnyVisit & Proven<A>;

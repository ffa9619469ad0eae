import { fieldsOf, routeOf } from "@acme/auth-http/routes";
import type { SecondFactor } from "../second-factor-api.js";

/** What the handlers find on `auth` besides the base. */
export interface WithSecondFactor {
  readonly secondFactor: SecondFactor;
}

/** Defines a route of the second factor. */
export const route = routeOf<WithSecondFactor>();
/** Defines fields that it adds to a view. */
export const fields = fieldsOf<WithSecondFactor>();

import type { Contributor, Store } from "@acme/auth-core";
import { forgetWhoChanged, subscriptionsOfOwner } from "./subscription.js";

/** What the billing module adds to an export, and what it erases with a user. */
export const createBillingContributor = (store: Store): Contributor => ({
  section: "subscriptions",
  export: (userId) => subscriptionsOfOwner(store, userId),
  eraseWithin: forgetWhoChanged,
  // Nothing is kept anywhere else. A payment provider's customer would be deleted here.
  eraseAfter: null,
});

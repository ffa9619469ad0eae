import { expect, it } from "vitest";
import type { OAuthFault } from "./oauth-fault.js";
import { outcomeOfSignIn } from "./oauth-outcome.js";

it.each<[OAuthFault, ReturnType<typeof outcomeOfSignIn>]>([
  ["access_denied", "refused"],
  ["account_suspended", "refused"],
  ["state_mismatch", "refused"],
  ["provider_unavailable", "failed"],
  ["server_error", "failed"],
  ["temporarily_unavailable", "failed"],
  ["unable_to_link_account", null],
  ["account_already_linked_to_different_user", null],
])("a callback that ends with %s counts as %s", (reason, outcome) => {
  expect(outcomeOfSignIn({ ok: false, reason, destinations: null })).toBe(outcome);
});

it("a linked account is no sign-in", () => {
  const destinations = { callback: "/home", newUser: null, error: null };
  expect(outcomeOfSignIn({ ok: true, signedIn: null, isNew: false, destinations })).toBeNull();
});

import type { PendingDeletion } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { h } from "../view/element.js";
import { icon } from "../view/icon.js";
import { createMessages } from "../view/messages.js";
import { revisit } from "../view/router.js";
import { timeElement } from "../view/time.js";

/** Says on every page that the account is about to go, and offers to keep it. */
export function deletionBanner(pending: PendingDeletion | null): HTMLElement | null {
  if (!pending) return null;
  const messages = createMessages();
  const keep = async () => {
    await call(routes.accountDeletion.cancelDeletion);
    await revisit({ notice: "Your account stays. Everything is as it was." });
  };
  return h(
    "section",
    { class: "banner", "aria-label": "Deletion of your account" },
    icon("alert"),
    h(
      "div",
      {},
      h("p", {}, "Your account will be deleted on ", timeElement(pending.scheduledFor), "."),
      ...messages.elements,
    ),
    actionButton("Keep my account", { messages }, keep),
  );
}

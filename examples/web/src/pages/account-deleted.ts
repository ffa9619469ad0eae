import * as routes from "@acme/auth-client/routes";
import { call } from "../service.js";
import { h, link, strong } from "../view/element.js";
import { navigate, type Page } from "../view/router.js";

const PAUSE_MS = 1000;

/**
 * Where a person stands whose account is deleted without a grace period: until it is gone, and when
 * it is.
 */
export const accountDeletedPage: Page = async ({ state: { email }, leaving }) => {
  if (email === undefined) return { redirect: "/" };
  if (!(await call(routes.session.getSession)))
    return {
      title: "Your account is deleted",
      content: [
        h(
          "p",
          { class: "lead" },
          "The account of ",
          strong(email),
          " is gone, and so is everything that belonged to it.",
        ),
        h("p", {}, link("/sign-up", "Create a new account")),
      ],
    };
  return {
    title: "Deleting your account",
    content: [
      h("p", { class: "lead" }, "This takes a moment. You are signed out when it is done."),
      h("progress", { "aria-label": "Deleting your account" }),
    ],
    shown: () => void watch(email, leaving),
  };
};

async function watch(email: string, leaving: AbortSignal): Promise<void> {
  for (;;) {
    await new Promise((over) => setTimeout(over, PAUSE_MS));
    if (leaving.aborted) return;
    const outcome = await look();
    if (outcome === "gone") return navigate("/account-deleted", { email });
    // An account that may not go is kept, and says why where it was asked for.
    if (outcome === "kept") return navigate("/account/data");
  }
}

async function look(): Promise<"gone" | "kept" | "waiting"> {
  try {
    if (!(await call(routes.session.getSession))) return "gone";
    const { pending } = await call(routes.accountDeletion.readDeletion);
    return pending ? "waiting" : "kept";
  } catch {
    // Signed out between the two, or no connection: the next look tells.
    return "waiting";
  }
}

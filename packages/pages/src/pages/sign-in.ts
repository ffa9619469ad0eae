import { AuthError, type EmailAddress } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { emailField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { type MailedWay, NEW_STEP, type Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, providerButton } from "../parts/buttons.js";
import { field } from "../parts/fields.js";
import { form, message } from "../parts/forms.js";
import { divider, heading } from "../parts/sections.js";
import { goOnAfter } from "./after-sign-in.js";
import { offeredWays, sendCode, sendLink } from "./mailed-ways.js";
import { signInFailure } from "./sign-in-failure.js";

/** What the page of the sign-in shows. */
export interface SignInView {
  /** External providers, each with whether it was the last way. */
  readonly providers: readonly {
    readonly id: string;
    readonly name: string;
    readonly isLast: boolean;
  }[];
  /** Whether an address can be entered: code, link or password are offered. */
  readonly hasEmail: boolean;
  /** Whether a new address gets an account. */
  readonly isOpen: boolean;
  /** Why a provider, or a mailed link, did not sign in; null when none was tried. */
  readonly failure: string | null;
}

const template = (view: SignInView & WithForm, kit: Kit): PageContent => {
  const { signIn: texts, frame } = kit.texts;
  const { form: state } = view;
  const title = view.isOpen ? texts.title : texts.titleClosed;
  const fault = state.message ?? view.failure;
  const email = form(
    {
      action: kit.page("signIn"),
      content: [
        field(
          {
            name: "email",
            type: "email",
            label: texts.email,
            value: state.values["email"] ?? "",
            error: state.errors["email"] ?? null,
            autocomplete: "username webauthn",
            hasFocus: true,
            ...(view.isOpen && { hint: texts.newHere }),
          },
          kit,
        ),
        button({ label: texts.go, kind: "primary", isWide: true }),
      ],
    },
    kit,
  );
  return {
    title,
    content: html`${heading({ title })} ${kit.flash ? message(kit.flash.text) : ""}
    ${fault ? message(fault, "bad") : ""}
    ${
      view.providers.length > 0
        ? html`<div class="stack tight">
            ${view.providers.map(({ id, name, isLast }) =>
              form(
                {
                  action: kit.page("signInWith", { provider: id }),
                  content: providerButton(
                    { id, label: texts.continueWith(name), isLastUsed: isLast },
                    kit,
                  ),
                },
                kit,
              ),
            )}
          </div>`
        : ""
    }
    ${view.providers.length > 0 && view.hasEmail ? divider(frame.or) : ""}
    ${view.hasEmail ? email : ""}`,
  };
};

/** `/sign-in`: an address, or a provider. Who has no account and who has one see the same. */
export const signIn = page({
  name: "signIn",
  access: "any",
  fields: () => z.object({ email: emailField() }),
  load(visit): SignInView | Outcome {
    const { auth, caller, lastWay, query } = visit;
    if (caller) return go(goOnAfter(visit));
    const offered = auth.signInMethods.offered();
    return {
      providers: offered.providers.map(({ id, name }) => ({ id, name, isLast: id === lastWay })),
      hasEmail: offeredWays(offered).length > 0,
      isOpen: true,
      failure: signInFailure(query["error"], visit.texts),
    };
  },
  template,
  async post(visit, { email }) {
    const { auth, lastWay, next, page: href } = visit;
    const ways = offeredWays(auth.signInMethods.offered());
    const way = ways.find((each) => each === lastWay) ?? ways[0];
    if (!way) throw new AuthError("SIGN_IN_METHOD_NOT_OFFERED");
    return takeWay(way, { visit, email, step: { ...NEW_STEP, email, next } }, href);
  },
});

interface Taking {
  readonly visit: AnyVisit;
  readonly email: EmailAddress;
  readonly step: Step;
}

/** Sends what the way needs, and leads to its page. */
async function takeWay(
  way: MailedWay,
  { visit, email, step }: Taking,
  href: AnyVisit["page"],
): Promise<Outcome> {
  if (way === "password") return go(href("signInPassword"), { step: { ...step, way } });
  if (way === "link") return go(href("signInLink"), { step: await sendLink(visit, email, step) });
  const { step: sent, isSent } = await sendCode(visit, email, step);
  return go(href("signInCode"), {
    step: sent,
    ...(!isSent && { flash: { key: "tooManyCodes" } }),
  });
}

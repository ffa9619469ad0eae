import { AuthError, type Caller, type EmailAddress } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import { emailField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import {
  joiningBy,
  joiningIn,
  type MailedWay,
  NEW_STEP,
  type Step,
  type StepInvitation,
} from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button } from "../parts/buttons.js";
import { field } from "../parts/fields.js";
import { flashMessage, form, refusal } from "../parts/forms.js";
import { divider, heading } from "../parts/sections.js";
import type { SignInTexts } from "../texts/sign-in-texts.js";
import { beginning, goOnAfter } from "./after-sign-in.js";
import { ownConfirmStep } from "./confirm-step.js";
import { offeredWays, sendCode, sendLink } from "./mailed-ways.js";
import { passkeyForm, passkeyUnknown } from "./passkey-form.js";
import { providerForms } from "./provider-forms.js";
import { signInFailure } from "./sign-in-failure.js";
import { hasSignUp, newHereLink } from "./sign-up.js";

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
  readonly hasPasskey: boolean;
  /** Whether a passkey was the last way. */
  readonly isPasskeyLast: boolean;
  /** Whether a new address gets an account. */
  readonly isOpen: boolean;
  /** The way that "Continue" takes, which may make the account; null where there is none. */
  readonly way: MailedWay | null;
  /** Whether accounts are made on a page of their own. */
  readonly hasSignUp: boolean;
  /** Why a provider, or a mailed link, did not sign in; null when none was tried. */
  readonly failure: string | null;
  /** The invitation that the sign-in is for; null for any other. */
  readonly joining: Pick<StepInvitation, "email" | "organization"> | null;
}

const template = (view: SignInView & WithForm, kit: Kit): PageContent => {
  const { signIn: texts, frame } = kit.texts;
  const title = view.isOpen ? texts.title : texts.titleClosed;
  const fault = view.form.message ?? view.failure;
  return {
    title,
    content: html`${heading({ title, ...leadOf(view, kit) })} ${flashMessage(kit)}
    ${refusal({ message: fault })} ${view.form.code === "PASSKEY_NOT_FOUND" ? passkeyUnknown : ""}
    ${
      view.providers.length > 0
        ? html`<div class="stack tight">${providerForms(view.providers, kit)}</div>`
        : ""
    }
    ${view.providers.length > 0 && view.hasEmail ? divider(frame.or) : ""}
    ${view.hasEmail ? emailForm(view, fault === null, kit) : ""}
    ${view.hasSignUp ? newHereLink(kit.hidden.next, kit) : ""}
    ${
      view.hasPasskey
        ? passkeyForm({ action: kit.page("signInPasskey"), isLastUsed: view.isPasskeyLast }, kit)
        : ""
    }`,
  };
};

/** The address, or the invited one, and "Continue". */
const emailForm = (view: SignInView & WithForm, hasFocus: boolean, kit: Kit): Html => {
  const { signIn: texts } = kit.texts;
  const { form: state } = view;
  return form(
    {
      action: kit.page("signIn"),
      content: [
        field(
          {
            name: "email",
            type: "email",
            label: texts.email,
            value: state.values["email"] ?? view.joining?.email ?? "",
            error: state.errors["email"] ?? null,
            autocomplete: "username webauthn",
            hasFocus,
            ...newHere(view, texts),
          },
          kit,
        ),
        button({ label: texts.go, kind: "primary", isWide: true }),
      ],
    },
    kit,
  );
};

const leadOf = ({ joining }: SignInView, { texts }: Kit): { readonly lead?: string } =>
  joining === null ? {} : { lead: texts.joining.signIn(joining.organization, joining.email) };

/** What makes an account of a new address: the code, or the link; never a password. */
const newHere = ({ isOpen, way }: SignInView, texts: SignInTexts): { readonly hint?: string } => {
  if (!isOpen || way === null || way === "password") return {};
  return { hint: way === "link" ? texts.newHereLink : texts.newHere };
};

/** `/sign-in`: an address, or a provider. Who has no account and who has one see the same. */
export const signIn = page({
  name: "signIn",
  access: "any",
  fields: () => z.object({ email: emailField() }),
  load(visit): SignInView | Outcome {
    const { auth, caller, lastWay, query, texts } = visit;
    const offered = auth.signInMethods.offered();
    const provider = offered.providers.find(({ id }) => id === query["provider"]);
    const failure = signInFailure(
      visit,
      provider ? texts.ways.declined(provider.name) : texts.signIn.failed,
    );
    if (caller) return goOn(visit, caller, failure);
    const way = wayOf(visit);
    return {
      providers: offered.providers.map(({ id, name }) => ({ id, name, isLast: id === lastWay })),
      hasEmail: way !== null,
      isOpen: auth.choices.signUp.who === "open",
      way,
      hasPasskey: offered.passkey,
      isPasskeyLast: lastWay === "passkey",
      hasSignUp: hasSignUp(auth),
      failure,
      joining: joiningIn(visit.step),
    };
  },
  template,
  async post(visit, { email }) {
    const { next, page: href } = visit;
    const way = wayOf(visit);
    if (!way) throw new AuthError("SIGN_IN_METHOD_NOT_OFFERED");
    const begun: Step = { ...NEW_STEP, email, next };
    const invitation = joiningIn(visit.step);
    const step = invitation?.email === email ? joiningBy(begun, invitation) : begun;
    return takeWay(way, { visit, email, step }, href);
  },
});

/**
 * Leads a user who is signed in on: back to `/confirm` when it was a proof for that page which
 * failed, else to where they wanted to go.
 */
function goOn(visit: AnyVisit, caller: Caller, failure: string | null): Outcome {
  const step = ownConfirmStep(visit, caller);
  if (!step || failure === null) return go(goOnAfter(beginning(visit)));
  const next = visit.next ?? step.next;
  return go(visit.page("confirm", { query: { next } }), {
    flash: { key: "said", values: [failure] },
  });
}

/** The way of the last sign-in where it is offered, else the first; null where there is none. */
function wayOf({ auth, lastWay }: AnyVisit): MailedWay | null {
  const ways = offeredWays(auth.signInMethods.offered());
  return ways.find((way) => way === lastWay) ?? ways[0] ?? null;
}

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
  return go(href("signInCode"), await sendCode(visit, email, step));
}

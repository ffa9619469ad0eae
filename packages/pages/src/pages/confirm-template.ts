import { type Html, html } from "@acme/auth-http";
import type { FormState, WithForm } from "../kernel/form-state.js";
import type { SectionDrawing } from "../kernel/visit.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, type ButtonKind, wayButton } from "../parts/buttons.js";
import { codeField, field, hiddenUsername } from "../parts/fields.js";
import { flashMessage, form, hiddenField, message, refusal } from "../parts/forms.js";
import { icon } from "../parts/icons.js";
import { divider, foldedWay, heading, strong } from "../parts/sections.js";
import { filled } from "../parts/times.js";
import { passkeyForm } from "./passkey-form.js";
import { providerForms } from "./provider-forms.js";

/** What the page that asks for another proof shows. */
export interface ConfirmView {
  /** The address of the signed-in user. */
  readonly email: string;
  /** Where the proof leads. */
  readonly next: string | null;
  /** The providers at which the user has a linked account. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly hasPasskey: boolean;
  readonly hasPassword: boolean;
  /** What can be mailed. */
  readonly sends: readonly ("code" | "link")[];
  /** What was mailed to confirm. */
  readonly sent: Readonly<Record<"code" | "link", boolean>>;
  /** The proofs of features that are missing, in the place of all others but a passkey. */
  readonly sections: readonly SectionDrawing[];
}

/** What a feature asks for; else a code that was mailed, the password, and what the user has. */
export const confirmTemplate = (view: ConfirmView & WithForm, own: Kit): PageContent => {
  const kit: Kit = { ...own, hidden: { ...own.hidden, next: view.next } };
  const texts = kit.texts.confirm;
  return {
    title: texts.title,
    content: html`${heading({ title: texts.title, lead: filled(texts.lead, strong(view.email)) })}
    ${flashMessage(kit)}
    ${view.sections.length > 0 ? ofFeatures(view, kit) : firstProofs(view, kit)}`,
  };
};

/** A passkey is one of these proofs, too, where it counts as two. */
const ofFeatures = ({ sections, hasPasskey, form: state }: ConfirmView & WithForm, kit: Kit) =>
  html`${refusal(state)} ${sections.map((each) => each(kit))}
  ${hasPasskey ? passkeyForm({ action: kit.page("confirm") }, kit) : ""}`;

const firstProofs = (view: ConfirmView & WithForm, kit: Kit): Html => {
  const texts = kit.texts.confirm;
  const { form: state, hasPasskey, hasPassword, providers, sends, sent } = view;
  const hasOthers = hasPasskey || sends.length > 0 || providers.length > 0;
  const hasMain = sent.code || hasPassword;
  const isPasswordFolded = sent.code && hasPassword;
  return html`${refusal(state)} ${sent.link ? message(texts.linkSent, "good") : ""}
    ${sent.code ? codeForm(state, kit) : hasPassword ? passwordForm(view, "primary", kit) : ""}
    ${hasMain && hasOthers ? divider(kit.texts.ways.title) : ""}
    <div class="stack tight">
      ${hasPasskey ? passkeyForm({ action: kit.page("confirm") }, kit) : ""}
      ${sends.map((way) => sendForm(way, kit))} ${providerForms(providers, kit)}
    </div>
    ${
      isPasswordFolded
        ? foldedWay(kit.texts.ways.usePassword, passwordForm(view, "secondary", kit))
        : ""
    }`;
};

const sendForm = (way: "code" | "link", kit: Kit): Html =>
  form(
    {
      action: kit.page("confirm"),
      content: [
        hiddenField("send", way),
        wayButton(
          {
            label: way === "code" ? kit.texts.ways.sendCode : kit.texts.ways.sendLink,
            mark: icon("mail"),
          },
          kit,
        ),
      ],
    },
    kit,
  );

const codeForm = (state: FormState, kit: Kit): Html =>
  form(
    {
      action: kit.page("confirm"),
      content: [
        codeField(
          {
            name: "code",
            label: kit.texts.signIn.code.code,
            hint: kit.texts.confirm.codeSent,
            error: state.errors["code"] ?? null,
            hasFocus: state.message === null && state.errors["password"] === undefined,
          },
          kit,
        ),
        button({ label: kit.texts.confirm.submit, kind: "primary", isWide: true }),
      ],
    },
    kit,
  );

const passwordForm = (
  { email, form: state }: Pick<ConfirmView, "email"> & WithForm,
  kind: ButtonKind,
  kit: Kit,
): Html =>
  form(
    {
      action: kit.page("confirm"),
      content: [
        hiddenUsername(email),
        field(
          {
            name: "password",
            type: "password",
            label: kit.texts.confirm.password,
            error: state.errors["password"] ?? null,
            autocomplete: "current-password",
            hasFocus:
              state.errors["password"] !== undefined ||
              (kind === "primary" && state.message === null),
          },
          kit,
        ),
        button({ label: kit.texts.confirm.submit, kind, isWide: true }),
      ],
    },
    kit,
  );

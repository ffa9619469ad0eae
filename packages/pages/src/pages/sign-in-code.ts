import { parseEmailAddress } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { codeField as codeSchema, z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { tookTooLong } from "../kernel/lacks-step.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { joiningIn, type MailedWay } from "../kernel/step.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, link } from "../parts/buttons.js";
import { codeField } from "../parts/fields.js";
import { flashMessage, form, refusal, resendForm } from "../parts/forms.js";
import { heading, strong } from "../parts/sections.js";
import { filled } from "../parts/times.js";
import { afterSignIn } from "./after-sign-in.js";
import { offeredWays, resendIn, sendCode } from "./mailed-ways.js";
import { otherWays } from "./other-ways.js";
import { pageOfWay } from "./page-of-way.js";

/** What the page of the code shows. */
export interface SignInCodeView {
  /** As it was typed. */
  readonly email: string;
  /** Where the sign-in leads. */
  readonly next: string | null;
  /** The other ways that are offered. */
  readonly others: readonly MailedWay[];
  /** The name of the organization that the code joins; null for any other sign-in. */
  readonly joins: string | null;
  /** Seconds until another code is of use. */
  readonly resendIn: number;
}

const template = (
  { email, next, others, joins, resendIn, form: state }: SignInCodeView & WithForm,
  kit: Kit,
): PageContent => {
  const texts = kit.texts.signIn.code;
  const title = joins === null ? texts.title : kit.texts.joining.title(joins);
  const change = link(kit.texts.frame.change, kit.page("signIn", { query: { next } }));
  return {
    title,
    content: html`${heading({
      title,
      // Only the invited address joins.
      lead: html`${filled(texts.lead, strong(email))} ${joins === null ? change : ""}`,
    })}
    ${flashMessage(kit)} ${refusal(state)}
    ${form(
      {
        action: kit.page("signInCode"),
        content: [
          codeField(
            {
              name: "code",
              label: texts.code,
              isLabelHidden: true,
              error: state.errors["code"] ?? null,
              hasFocus: state.message === null,
            },
            kit,
          ),
          button({
            label: joins === null ? texts.submit : kit.texts.organizations.accept,
            kind: "primary",
            isWide: true,
          }),
        ],
      },
      kit,
    )}
    ${resendForm(
      {
        action: kit.page("resendCode"),
        question: texts.notArrived,
        hint: texts.resendHint,
        wait: resendIn,
      },
      kit,
    )}
    ${otherWays(others, kit)}`,
  };
};

/** `/sign-in/code`: six digits that were mailed. The right ones sign in, and make the account. */
export const signInCode = page({
  name: "signInCode",
  access: "step",
  fields: () => z.object({ code: codeSchema() }),
  at: { INVALID_OTP: "code", OTP_EXPIRED: "code" },
  load(visit): SignInCodeView | Outcome {
    const { email, sent, next } = visit.step;
    if (email === null || sent.code === undefined) return go(pageOfWay(visit, visit.step));
    const ways = offeredWays(visit.auth.signInMethods.offered());
    const joins = joiningIn(visit.step)?.organization ?? null;
    return {
      email,
      next,
      others: ways.filter((way) => way !== "code"),
      joins,
      resendIn: resendIn(sent.code, visit.auth.clock.now()),
    };
  },
  template,
  async post(visit, { code }) {
    const email = parseEmailAddress(visit.step.email ?? "");
    if (!email) return tookTooLong(visit);
    const signedIn = await visit.auth.emailOtp.signIn({ email, otp: code }, visit.client);
    return afterSignIn(visit, signedIn, "code");
  },
});

/** `/sign-in/code/resend`: another code to the same address. */
export const resendCode = page({
  name: "resendCode",
  access: "step",
  form: "signInCode",
  says: { TOO_MANY_REQUESTS: ({ flash }) => flash.tooManyCodes("", "", "") },
  async post(visit) {
    const email = parseEmailAddress(visit.step.email ?? "");
    if (!email) return tookTooLong(visit);
    return go(visit.page("signInCode"), await sendCode(visit, email, visit.step));
  },
});

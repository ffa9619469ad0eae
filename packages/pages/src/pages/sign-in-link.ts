import { parseEmailAddress } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { tookTooLong } from "../kernel/lacks-step.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import type { MailedWay } from "../kernel/step.js";
import { link, textButton } from "../parts/buttons.js";
import { form, refusal } from "../parts/forms.js";
import { heading } from "../parts/sections.js";
import { offeredWays, sendLink } from "./mailed-ways.js";
import { otherWays } from "./other-ways.js";
import { pageOfWay } from "./page-of-way.js";

/** What the page of a mailed link shows. */
export interface SignInLinkView {
  /** As it was typed. */
  readonly email: string;
  /** Where the sign-in leads. */
  readonly next: string | null;
  /** The other ways that are offered. */
  readonly others: readonly MailedWay[];
}

/** `/sign-in/link`: a link was mailed. The form mails another one. */
export const signInLink = page({
  name: "signInLink",
  access: "step",
  load(visit): SignInLinkView | Outcome {
    const { email, sent, next } = visit.step;
    if (email === null || sent.link === undefined) return go(pageOfWay(visit, visit.step));
    const ways = offeredWays(visit.auth.signInMethods.offered());
    return { email, next, others: ways.filter((way) => way !== "link") };
  },
  template({ email, next, others, form: state }, kit) {
    const texts = kit.texts.link;
    return {
      title: texts.title,
      content: html`${heading({
        title: texts.title,
        lead: html`${texts.lead(email)}
        ${link(kit.texts.frame.change, kit.page("signIn", { query: { next } }))}`,
      })}
      ${refusal(state)}
      ${form(
        {
          action: kit.page("signInLink"),
          content: html`<p class="small quiet-text">
            ${texts.resendHint} ${textButton(kit.texts.signIn.code.resend)}
          </p>`,
        },
        kit,
      )}
      ${otherWays(others, kit)}`,
    };
  },
  async post(visit): Promise<Outcome> {
    const email = parseEmailAddress(visit.step.email ?? "");
    if (!email) return tookTooLong(visit);
    return go(visit.page("signInLink"), { step: await sendLink(visit, email, visit.step) });
  },
});

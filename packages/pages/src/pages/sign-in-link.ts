import { parseEmailAddress } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { tookTooLong } from "../kernel/lacks-step.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import type { MailedWay } from "../kernel/step.js";
import { link } from "../parts/buttons.js";
import { refusal, resendForm } from "../parts/forms.js";
import { heading, strong } from "../parts/sections.js";
import { filled } from "../parts/times.js";
import { offeredWays, resendIn, sendLink } from "./mailed-ways.js";
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
  /** Seconds until another link is of use. */
  readonly resendIn: number;
}

/** `/sign-in/link`: a link was mailed. The form mails another one. */
export const signInLink = page({
  name: "signInLink",
  access: "step",
  load(visit): SignInLinkView | Outcome {
    const { email, sent, next } = visit.step;
    if (email === null || sent.link === undefined) return go(pageOfWay(visit, visit.step));
    const ways = offeredWays(visit.auth.signInMethods.offered());
    return {
      email,
      next,
      others: ways.filter((way) => way !== "link"),
      resendIn: resendIn(sent.link, visit.auth.clock.now()),
    };
  },
  template({ form: state, ...view }, kit) {
    const { email, next, others } = view;
    const texts = kit.texts.link;
    return {
      title: texts.title,
      content: html`${heading({
        title: texts.title,
        lead: html`${filled(texts.lead, strong(email))}
        ${link(kit.texts.frame.change, kit.page("signIn", { query: { next } }))}`,
      })}
      ${refusal(state)}
      ${resendForm(
        { action: kit.page("signInLink"), question: texts.resendHint, wait: view.resendIn },
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

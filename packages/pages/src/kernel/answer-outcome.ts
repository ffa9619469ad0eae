import type { Answer, AnswerCookies } from "@acme/auth-http";
import { lookValue, type PageStatus } from "@acme/auth-http/pages-host";
import type { Flash } from "../kit.js";
import { EMPTY_FORM, type FormState } from "./form-state.js";
import { type Kept, Leave, type Outcome, Sent } from "./outcome.js";
import type { AnyPage, PageLayout } from "./page-definition.js";
import type { PageHost } from "./page-host.js";
import type { AnyVisit } from "./visit.js";

/** What an outcome is answered with. */
export interface Answering {
  readonly visit: AnyVisit;
  /** The page that is shown, if it is one. */
  readonly page: AnyPage;
  /** The path with the query to which `/look` comes back. */
  readonly here: string;
  readonly flash?: Flash | null;
  /** The flash has been shown. */
  readonly clearsFlash?: true;
  readonly form?: FormState;
  /** Of a page that tells of a refusal. Default: that of the outcome. */
  readonly status?: PageStatus;
}

/** Turns what a page answers into what the kernel sends. */
export type AnswerOutcome = (outcome: Outcome, answering: Answering) => Promise<Answer<never>>;

/** Returns what turns outcomes into answers. */
export function createAnswers(host: PageHost): AnswerOutcome {
  return async function answer(outcome, { visit, page, here, flash, clearsFlash, form, status }) {
    const cookies = cookiesOf(outcome.kept, host);
    if (outcome instanceof Leave)
      return { ...cookies, redirect: outcome.to.url, status: outcome.status };
    if (outcome instanceof Sent) return { download: outcome.download };
    const drawn = await host.draw({
      visit,
      shown: page,
      layout: layoutOf(page),
      render: (kit) => outcome.render(kit, host.templates),
      form: form ?? EMPTY_FORM,
      flash: flash ?? null,
      here,
    });
    const shownAs = status ?? outcome.status;
    return {
      ...cookies,
      ...(clearsFlash && { pageCookies: { flash: null, ...cookies.pageCookies } }),
      page: drawn,
      ...(shownAs !== null && { status: shownAs }),
    };
  };
}

/** One card for those who are not signed in, and the frame for those who are. */
export const layoutOf = ({ layout, access }: Pick<AnyPage, "layout" | "access">): PageLayout =>
  layout ?? (access === "any" || access === "step" || access === "pending" ? "entry" : "account");

function cookiesOf(
  { session, browser, activeOrganization, continuation, step, flash, lastWay, look }: Kept,
  { steps, flashes }: PageHost,
): AnswerCookies {
  return {
    ...(session !== undefined && { session }),
    ...(browser && { browser }),
    ...(activeOrganization !== undefined && { activeOrganization }),
    ...(continuation && { continuation }),
    pageCookies: {
      ...(step !== undefined && { step: step && steps.seal(step) }),
      ...(flash && { flash: flashes.seal(flash) }),
      ...(lastWay !== undefined && { "last-way": lastWay }),
      ...(look && { look: lookValue(look) }),
    },
  };
}

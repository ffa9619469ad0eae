import { type Html, html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import { type AnyVisit, go, type Leave, type WithForm } from "@acme/auth-pages";
import {
  button,
  filled,
  form,
  heading,
  hiddenField,
  link,
  linkButton,
  message,
  refusal,
  strong,
  time,
} from "@acme/auth-pages/templates";
import { LIMITS } from "../limits.js";
import type { RecoveryTimes } from "../second-factor-api.js";
import { type OwnKit, page } from "./define.js";
import { completed, lookingAtPending, provingPending } from "./ending-pending.js";

/** What the page of the way back shows. */
export interface RecoveryView {
  /** Whether the first proof has shown that the mailbox is the user's. */
  readonly provesMailbox: boolean;
  /** The way back that is under way; null for none. */
  readonly recovery: (RecoveryTimes & { readonly isDue: boolean }) | null;
  /** How long one waits, in hours. */
  readonly hours: number;
}

const HOUR_MS = 3_600_000;

/** How long a way back waits, as the application has chosen. */
function hoursOf({ auth }: AnyVisit): number {
  const policy: Readonly<Partial<Record<string, number>>> = auth.policy;
  return Math.round((policy["recoveryWait"] ?? LIMITS.recoveryWait.value) / HOUR_MS);
}

/** `/second-factor/recovery`: begins the way back, and completes it once it is due. */
export const secondFactorRecovery = page({
  name: "secondFactorRecovery",
  access: "pending",
  fields: () => z.object({ action: z.enum(["start", "complete"]) }),
  load: (visit): Promise<RecoveryView | Leave> =>
    lookingAtPending(visit, visit.ownTexts.asking, async () => {
      const { auth, pending } = visit;
      const { provesMailbox, recovery } = await auth.secondFactor.findPending(pending);
      const now = auth.clock.now().getTime();
      return {
        provesMailbox,
        recovery: recovery && { ...recovery, isDue: recovery.dueAt.getTime() <= now },
        hours: hoursOf(visit),
      };
    }),
  template(view, kit) {
    const { recovery: texts } = kit.ownTexts;
    return {
      title: texts.title,
      content: html`${heading({ title: texts.title, lead: texts.lead })} ${refusal(view.form)}
        ${wayBack(view, kit)}
        <p class="small">${link(texts.back, kit.page("secondFactor"))}</p>`,
    };
  },
  post: (visit, { action }) =>
    provingPending(visit, visit.ownTexts.asking, async () => {
      const { auth, client, ownTexts, page: href, pending } = visit;
      if (action === "complete") {
        const done = await auth.secondFactor.completeRecovery(pending, client);
        return completed(visit, done, ownTexts.recovery.completed);
      }
      await auth.secondFactor.startRecovery(pending, client);
      return go(href("secondFactorRecovery"));
    }),
});

function wayBack({ provesMailbox, recovery, hours }: RecoveryView & WithForm, kit: OwnKit): Html {
  const { recovery: texts } = kit.ownTexts;
  if (!provesMailbox)
    return html`${message(texts.mailboxFirst)}
    ${linkButton({ label: texts.signInByCode, href: kit.page("signIn"), isWide: true })}`;
  if (!recovery)
    return html`${steps([strong(texts.waits(hours)), texts.told, texts.comeBack])}
    ${message(texts.removes, "warn")} ${act("start", texts.start, kit)}`;
  const { dueAt, expiresAt, isDue } = recovery;
  if (!isDue)
    return html`${message(filled(texts.opensAt, time(dueAt, "dateTime", kit)), "good")}
    ${steps([texts.toldMeanwhile, filled(texts.untilThen, time(expiresAt, "dateTime", kit))])}`;
  return html`${message(texts.removes, "warn")} ${act("complete", texts.complete, kit)}
    <p class="small quiet-text">${filled(texts.openUntil, time(expiresAt, "dateTime", kit))}</p>`;
}

const steps = (sentences: readonly (string | Html)[]): Html =>
  html`<div class="stack tight">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`;

const act = (action: "start" | "complete", label: string, kit: OwnKit): Html =>
  form(
    {
      action: kit.page("secondFactorRecovery"),
      content: [hiddenField("action", action), button({ label, kind: "primary", isWide: true })],
    },
    kit,
  );

import { type BannerVisit, formatsOf, type FrameBanner, go } from "@acme/auth-pages";
import type { SecondFactor } from "../second-factor-api.js";
import { page } from "./define.js";
import type { SecondFactorTexts } from "./texts/texts.js";

/** `/account/security/recovery/cancel`: stops a way back that the user did not begin. */
export const cancelRecovery = page({
  name: "cancelRecovery",
  access: "in",
  form: "security",
  async post({ auth, caller, client, ownTexts, page: href }) {
    await auth.secondFactor.vetoRecovery(caller, client);
    return go(href("security", { section: "second-factor" }), {
      flash: { text: ownTexts.banner.stopped, section: "second-factor" },
    });
  },
});

type Visit = BannerVisit & {
  readonly auth: BannerVisit["auth"] & { readonly secondFactor: SecondFactor };
  readonly ownTexts: SecondFactorTexts;
};

/** Says on every signed-in page that a way back is under way, which its owner alone can stop. */
export async function recoveryBanner(visit: Visit): Promise<FrameBanner | null> {
  const { auth, caller, locale, ownTexts, page: href } = visit;
  if (caller.secondFactor.recoveryDueAt === null) return null;
  const recovery = await auth.secondFactor.findRecovery(caller);
  if (!recovery) return null;
  const { dateTime } = formatsOf(locale);
  const { startedAt, dueAt } = recovery;
  return {
    kind: "bad",
    text: ownTexts.banner.started(dateTime(startedAt), dateTime(dueAt)),
    button: { label: ownTexts.banner.notMe, action: href("cancelRecovery") },
  };
}

import { ASKING_TEXTS, type AskingTexts } from "./asking-texts.js";
import { BANNER_TEXTS, type BannerTexts } from "./banner-texts.js";
import { CODE_TEXTS, type CodeTexts } from "./code-texts.js";
import { EVENT_TEXTS, type EventTexts } from "./event-texts.js";
import type { InEachLanguage } from "./in-each-language.js";
import { NEEDED_TEXTS, type NeededTexts } from "./needed-texts.js";
import { ORGANIZATION_TEXTS, type OrganizationTexts } from "./organization-texts.js";
import { PROOF_TEXTS, type ProofTexts } from "./proof-texts.js";
import { RECOVERY_TEXTS, type RecoveryTexts } from "./recovery-texts.js";
import { REFUSAL_TEXTS, type RefusalTexts } from "./refusal-texts.js";
import { SECTION_TEXTS, type SectionTexts } from "./section-texts.js";
import { SET_UP_TEXTS, type SetUpTexts } from "./set-up-texts.js";

/** Everything that the pages of the second factor say. */
export interface SecondFactorTexts {
  readonly asking: AskingTexts;
  readonly proof: ProofTexts;
  readonly recovery: RecoveryTexts;
  readonly setUp: SetUpTexts;
  readonly codes: CodeTexts;
  readonly section: SectionTexts;
  readonly banner: BannerTexts;
  readonly needed: NeededTexts;
  readonly organization: OrganizationTexts;
  readonly refusals: RefusalTexts;
  readonly events: EventTexts;
}

const textsIn = (locale: keyof InEachLanguage<unknown>): SecondFactorTexts => ({
  asking: ASKING_TEXTS[locale],
  proof: PROOF_TEXTS[locale],
  recovery: RECOVERY_TEXTS[locale],
  setUp: SET_UP_TEXTS[locale],
  codes: CODE_TEXTS[locale],
  section: SECTION_TEXTS[locale],
  banner: BANNER_TEXTS[locale],
  needed: NEEDED_TEXTS[locale],
  organization: ORGANIZATION_TEXTS[locale],
  refusals: REFUSAL_TEXTS[locale],
  events: EVENT_TEXTS[locale],
});

/** The same in every language that comes with the pages. */
export const TEXTS: InEachLanguage<SecondFactorTexts> = {
  en: textsIn("en"),
  de: textsIn("de"),
  fr: textsIn("fr"),
  es: textsIn("es"),
  ja: textsIn("ja"),
};

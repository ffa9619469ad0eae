import type { ErrorTexts } from "./error-texts.js";
import type { FieldTexts } from "./field-texts.js";
import type { FlashTexts } from "./flash-texts.js";
import type { FrameTexts } from "./frame-texts.js";
import type { ProfileTexts } from "./profile-texts.js";
import type { RailTexts } from "./rail-texts.js";
import type { RefusalTexts } from "./refusals/refusal-table.js";
import type { SignInTexts } from "./sign-in-texts.js";
import type { SignOutTexts } from "./sign-out-texts.js";
import type { WelcomeTexts } from "./welcome-texts.js";

/** The texts of all pages in one language. A missing one does not compile. */
export interface PagesTexts {
  /** What is around every page, and what its parts say by themselves. */
  readonly frame: FrameTexts;
  readonly rail: RailTexts;
  /** What a page says once about the step before it. */
  readonly flash: FlashTexts;
  /** What is said below a field that its schema refuses. */
  readonly fields: FieldTexts;
  /** What each refusal says. */
  readonly refusals: RefusalTexts;
  readonly errors: ErrorTexts;
  readonly signIn: SignInTexts;
  readonly welcome: WelcomeTexts;
  readonly signOut: SignOutTexts;
  readonly profile: ProfileTexts;
}

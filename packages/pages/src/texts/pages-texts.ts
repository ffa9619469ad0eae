import type { ActivityTexts } from "./activity-texts.js";
import type { AuditLogTexts } from "./audit-log-texts.js";
import type { BannerTexts } from "./banner-texts.js";
import type { ConfirmTexts } from "./confirm-texts.js";
import type { DataTexts } from "./data-texts.js";
import type { DeletionTexts } from "./deletion-texts.js";
import type { DeviceTexts } from "./device-texts.js";
import type { ErrorTexts } from "./error-texts.js";
import type { EventTexts } from "./events/event-table.js";
import type { FieldTexts } from "./field-texts.js";
import type { FlashTexts } from "./flash-texts.js";
import type { FrameTexts } from "./frame-texts.js";
import type { InvitationTexts } from "./invitation-texts.js";
import type { JoiningTexts } from "./joining-texts.js";
import type { LeadingTexts } from "./leading-texts.js";
import type { LinkTexts } from "./link-texts.js";
import type { MemberTexts } from "./member-texts.js";
import type { OrganizationTexts } from "./organization-texts.js";
import type { PasskeyTexts } from "./passkey-texts.js";
import type { PasswordSignInTexts } from "./password-sign-in-texts.js";
import type { PasswordTexts } from "./password-texts.js";
import type { PreferenceTexts } from "./preference-texts.js";
import type { ProfileTexts } from "./profile-texts.js";
import type { RailTexts } from "./rail-texts.js";
import type { RefusalTexts } from "./refusals/refusal-table.js";
import type { RoleTexts } from "./role-texts.js";
import type { SecurityTexts } from "./security-texts.js";
import type { SettingsTexts } from "./settings-texts.js";
import type { SignInTexts } from "./sign-in-texts.js";
import type { SignOutTexts } from "./sign-out-texts.js";
import type { WayTexts } from "./way-texts.js";
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
  readonly passwordSignIn: PasswordSignInTexts;
  readonly link: LinkTexts;
  readonly ways: WayTexts;
  readonly confirm: ConfirmTexts;
  readonly welcome: WelcomeTexts;
  readonly signOut: SignOutTexts;
  readonly leading: LeadingTexts;
  readonly joining: JoiningTexts;
  readonly profile: ProfileTexts;
  readonly security: SecurityTexts;
  readonly passkeys: PasskeyTexts;
  readonly password: PasswordTexts;
  readonly devices: DeviceTexts;
  readonly activity: ActivityTexts;
  readonly data: DataTexts;
  readonly deletion: DeletionTexts;
  readonly preferences: PreferenceTexts;
  readonly organizations: OrganizationTexts;
  readonly roles: RoleTexts;
  readonly members: MemberTexts;
  readonly invitations: InvitationTexts;
  readonly settings: SettingsTexts;
  readonly auditLog: AuditLogTexts;
  readonly banner: BannerTexts;
  /** What happened, in lists of activity and of the audit log. */
  readonly events: EventTexts;
}

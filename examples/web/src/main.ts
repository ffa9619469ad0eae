import { dataPage, profilePage, securityPage, sessionsPage } from "./pages/account.js";
import { accountDeletedPage } from "./pages/account-deleted.js";
import { auditLogPage } from "./pages/audit-log.js";
import { enterCodePage } from "./pages/enter-code.js";
import { enterPasswordPage } from "./pages/enter-password.js";
import { forgotPasswordPage } from "./pages/forgot-password.js";
import { answerInvitationPage, invitedPage } from "./pages/invitation.js";
import { linkSentPage } from "./pages/link-sent.js";
import { notFoundPage } from "./pages/not-found.js";
import { membersPage, settingsPage } from "./pages/organization.js";
import { organizationsPage } from "./pages/organizations.js";
import { resetPasswordPage } from "./pages/reset-password.js";
import { signInPage } from "./pages/sign-in.js";
import { signUpPage } from "./pages/sign-up.js";
import { forSignedIn } from "./pages/signed-in.js";
import { emailChangedPage, verifiedPage } from "./pages/verified.js";
import { startRouter } from "./view/router.js";

startRouter({
  "/": signInPage,
  "/sign-up": signUpPage,
  "/password": enterPasswordPage,
  "/enter-code": enterCodePage,
  "/link-sent": linkSentPage,
  "/forgot-password": forgotPasswordPage,
  "/reset-password": resetPasswordPage,
  "/verified": verifiedPage,
  "/email-changed": emailChangedPage,
  "/account": forSignedIn(profilePage),
  "/account/security": forSignedIn(securityPage),
  "/account/sessions": forSignedIn(sessionsPage),
  "/account/data": forSignedIn(dataPage),
  "/account-deleted": accountDeletedPage,
  "/organizations": forSignedIn(organizationsPage),
  "/organization": forSignedIn(membersPage),
  "/organization/settings": forSignedIn(settingsPage),
  "/organization/audit": forSignedIn(auditLogPage),
  "/invitation": forSignedIn(answerInvitationPage, invitedPage),
  notFound: notFoundPage,
});

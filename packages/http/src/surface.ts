import type { AnyRoute, Section } from "./kernel/route.js";
import * as currentUser from "./routes/current-user.routes.js";
import * as documentation from "./routes/documentation.routes.js";
import * as emailOtp from "./routes/email-otp.routes.js";
import * as service from "./routes/service.routes.js";
import * as session from "./routes/session.routes.js";

/** The whole HTTP surface, section by section. */
export const sections: readonly Section[] = [
  { title: "Email one-time code", routes: [emailOtp.sendVerificationOtp, emailOtp.signIn, emailOtp.checkVerificationOtp] },
  { title: "Current user", routes: [currentUser.me] },
  {
    title: "Sessions",
    routes: [session.getSession, session.listSessions, session.revokeSession, session.revokeOtherSessions, session.revokeSessions, session.signOut],
  },
  { title: "Service", routes: [service.healthz, service.readyz, documentation.openapi, documentation.docs, service.authOk, service.authError] },
];

export const surface: readonly AnyRoute[] = sections.flatMap(({ routes }) => routes);

import { AuthError, type Caller, type Secret, type SignedIn } from "@acme/auth-core";
import { codeField as codeSchema, textField, z } from "@acme/auth-http/routes";
import { webHref } from "../href.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { NEW_STEP, type Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import { typedPassword } from "./account/typed-password.js";
import { confirmTemplate, type ConfirmView } from "./confirm-template.js";
import { offeredWays, sendCode, sendLink } from "./mailed-ways.js";
import { assertionIn } from "./passkey-form.js";

/** The purpose of a step in which a code or link was mailed to confirm. */
const CONFIRM = "confirm";

/**
 * `/confirm`: another proof of the signed-in user, before what needs a session that is fresh. Each
 * is a sign-in, which carries the session.
 */
export const confirm = page({
  name: "confirm",
  access: "any",
  fields: () =>
    z.object({
      password: typedPassword().optional(),
      code: codeSchema().optional(),
      credential: textField().optional(),
      send: z.enum(["code", "link"]).optional(),
    }),
  at: {
    INVALID_EMAIL_OR_PASSWORD: "password",
    INVALID_OTP: "code",
    OTP_EXPIRED: "code",
  },
  says: { INVALID_EMAIL_OR_PASSWORD: ({ refusals }) => refusals.INVALID_PASSWORD },
  async load(visit): Promise<ConfirmView | Outcome> {
    const { auth, caller } = visit;
    if (!caller) return signInFirst(visit);
    const offered = auth.signInMethods.offered();
    const ways = offeredWays(offered);
    const sent = ownStep(visit, caller)?.sent ?? {};
    return {
      email: caller.user.email,
      next: nextOf(visit),
      hasPasskey: offered.passkey && (await auth.passkeys.list(caller)).length > 0,
      hasPassword: ways.includes("password") && (await auth.passwords.setSince(caller)) !== null,
      sends: ways.filter((way) => way !== "password"),
      sent: { code: sent.code !== undefined, link: sent.link !== undefined },
    };
  },
  template: confirmTemplate,
  async post(visit, fields): Promise<Outcome> {
    const { caller } = visit;
    if (!caller) return signInFirst(visit);
    if (fields.send) return send(fields.send, visit, caller);
    const [way, signedIn] = await prove(fields, visit, caller);
    const next = visit.nexts.after(nextOf(visit)) ?? visit.site.homeUrl;
    const isOwn = ownStep(visit, caller) !== null;
    return go(webHref(next), { session: signedIn, lastWay: way, ...(isOwn && { step: null }) });
  },
});

/** Its own `next`: a sign-in is as fresh as what is asked for here. */
const signInFirst = (visit: AnyVisit): Outcome =>
  go(visit.page("signIn", { query: { next: nextOf(visit) } }));

const nextOf = ({ next, step }: AnyVisit): string | null =>
  next ?? (step?.purpose === CONFIRM ? step.next : null);

/** The step of this page; null when another sign-in is under way, or another user's. */
const ownStep = ({ step }: AnyVisit, { user }: Caller): Step | null =>
  step?.purpose === CONFIRM && step.email === user.email ? step : null;

async function send(way: "code" | "link", visit: AnyVisit, caller: Caller): Promise<Outcome> {
  const { email } = caller.user;
  const begun = ownStep(visit, caller) ?? { ...NEW_STEP, email, purpose: CONFIRM };
  const step = { ...begun, next: nextOf(visit) };
  const here = visit.page("confirm");
  if (way === "link") return go(here, { step: await sendLink(visit, email, step) });
  const code = await sendCode(visit, email, step);
  return go(here, {
    step: code.step,
    ...(!code.isSent && { flash: { key: "tooManyCodes" } }),
  });
}

interface Proof {
  readonly password?: Secret | undefined;
  readonly code?: Secret | undefined;
  readonly credential?: string | undefined;
}

async function prove(
  { password, code, credential }: Proof,
  { auth, client }: AnyVisit,
  { user: { email } }: Caller,
): Promise<readonly [way: string, signedIn: SignedIn]> {
  if (credential !== undefined)
    return ["passkey", await auth.passkeys.signIn(assertionIn(credential), client)];
  if (code) return ["code", await auth.emailOtp.signIn({ email, otp: code }, client)];
  if (password) {
    const input = { email, password, redirectTo: null };
    return ["password", await auth.passwords.signIn(input, client)];
  }
  const issues = [{ path: "password", message: "Enter your password." }];
  throw new AuthError("VALIDATION_ERROR", { issues });
}

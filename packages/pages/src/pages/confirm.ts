import {
  AuthError,
  type Caller,
  type OfferedMethods,
  type OfferedProvider,
  type Secret,
  type SignedIn,
} from "@acme/auth-core";
import { codeField as codeSchema, textField, z } from "@acme/auth-http/routes";
import { webHref } from "../href.js";
import { loadSections } from "../kernel/load-sections.js";
import { go, type Outcome } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import type { AnyVisit } from "../kernel/visit.js";
import { typedPassword } from "./account/typed-password.js";
import { confirmStep, nextOfConfirm, ownConfirmStep } from "./confirm-step.js";
import { confirmTemplate, type ConfirmView } from "./confirm-template.js";
import { offeredWays, sendCode, sendLink } from "./mailed-ways.js";
import { assertionIn } from "./passkey-form.js";

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
  statuses: { PASSKEY_NOT_FOUND: 401 },
  says: {
    INVALID_EMAIL_OR_PASSWORD: ({ refusals }) => refusals.INVALID_PASSWORD,
    PASSKEY_NOT_FOUND: ({ confirm: texts }) => texts.otherPasskey,
    TOO_MANY_REQUESTS: ({ flash, refusals }, _, typed) =>
      typed["send"] === "code" ? flash.tooManyCodes("", "", "") : refusals.TOO_MANY_REQUESTS,
  },
  async load(visit): Promise<ConfirmView | Outcome> {
    const { auth, caller } = visit;
    if (!caller) return signInFirst(visit);
    const offered = auth.signInMethods.offered();
    const ways = offeredWays(offered);
    const sections = await loadSections("confirm", { ...visit, caller });
    const sent = ownConfirmStep(visit, caller)?.sent ?? {};
    return {
      email: caller.user.email,
      next: nextOfConfirm(visit),
      hasPasskey: offered.passkey && (await auth.passkeys.list(caller)).length > 0,
      hasPassword: ways.includes("password") && (await auth.passwords.setSince(caller)) !== null,
      sends: ways.filter((way) => way !== "password"),
      providers: await linkedProviders(visit, caller, offered),
      sent: { code: sent.code !== undefined, link: sent.link !== undefined },
      sections,
    };
  },
  template: confirmTemplate,
  async post(visit, fields): Promise<Outcome> {
    const { caller } = visit;
    if (!caller) return signInFirst(visit);
    if (fields.send) return send(fields.send, visit, caller);
    const [way, signedIn] = await prove(fields, visit, caller);
    const next = visit.nexts.after(nextOfConfirm(visit)) ?? visit.site.homeUrl;
    const isOwn = ownConfirmStep(visit, caller) !== null;
    return go(webHref(next), { session: signedIn, lastWay: way, ...(isOwn && { step: null }) });
  },
});

/** Its own `next`: a sign-in is as fresh as what is asked for here. */
const signInFirst = (visit: AnyVisit): Outcome =>
  go(visit.page("signIn", { query: { next: nextOfConfirm(visit) } }));

/** The offered providers at which the user has a linked account. */
async function linkedProviders(
  { auth }: AnyVisit,
  caller: Caller,
  { providers }: Pick<OfferedMethods, "providers">,
): Promise<readonly OfferedProvider[]> {
  if (providers.length === 0) return [];
  const linked = new Set((await auth.oauth.list(caller)).map(({ providerId }) => providerId));
  return providers.filter(({ id }) => linked.has(id));
}

async function send(way: "code" | "link", visit: AnyVisit, caller: Caller): Promise<Outcome> {
  const { email } = caller.user;
  const step = confirmStep(visit, caller);
  const here = visit.page("confirm");
  if (way === "link") return go(here, { step: await sendLink(visit, email, step) });
  return go(here, await sendCode(visit, email, step));
}

interface Proof {
  readonly password?: Secret | undefined;
  readonly code?: Secret | undefined;
  readonly credential?: string | undefined;
}

async function prove(
  { password, code, credential }: Proof,
  { auth, client }: AnyVisit,
  caller: Caller,
): Promise<readonly [way: string, signedIn: SignedIn]> {
  const { email } = caller.user;
  if (credential !== undefined) {
    const assertion = assertionIn(credential);
    const own = await auth.passkeys.list(caller);
    // Of another user it would sign that user in.
    if (!own.some(({ credentialId }) => credentialId === assertion.rawId))
      throw new AuthError("PASSKEY_NOT_FOUND");
    return ["passkey", await auth.passkeys.signIn(assertion, client)];
  }
  if (code) return ["code", await auth.emailOtp.signIn({ email, otp: code }, client)];
  if (password) {
    const input = { email, password, redirectTo: null };
    return ["password", await auth.passwords.signIn(input, client)];
  }
  const issues = [{ path: "password", message: "Enter your password." }];
  throw new AuthError("VALIDATION_ERROR", { issues });
}

import { AuthError, type Caller, Secret, type ShownInvitation } from "@acme/auth-core";
import { z } from "@acme/auth-http/routes";
import { tookTooLong } from "../kernel/lacks-step.js";
import { go, type Kept, type Outcome, show } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { joiningBy, NEW_STEP, type Step, type StepInvitation } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import { destinationAfter } from "./after-sign-in.js";
import { goneTemplate, invitationTemplate, type InvitationView } from "./invitation-template.js";
import { joinAndGoOn } from "./join.js";
import { offeredWays, sendCode, sendLink } from "./mailed-ways.js";
import { nameOf } from "./organizations/own-organization.js";
import { signInFailure } from "./sign-in-failure.js";
import { verifyFirst } from "./verify-first.js";

/**
 * `/invitation`: the invitation whose link was mailed, and the button that joins. The token signs
 * no one in: that takes a code, or any other way.
 */
export const invitation = page({
  name: "invitation",
  access: "any",
  fields: () => z.object({ token: z.string().optional(), switch: z.literal("1").optional() }),
  async load(visit): Promise<InvitationView | Outcome> {
    const { query, step, page: href } = visit;
    if (query["token"] !== undefined) {
      const found = await findInvitation(visit, query["token"]);
      // A sign-in that is under way has nothing to do with a dead link.
      if (!found) return gone({});
      return go(href("invitation"), { step: { ...beginning(visit, found), ...found.inStep } });
    }
    if (!step?.invitation) return withoutStep(visit);
    const found = await findInvitation(visit, step.invitation.token);
    return found ? viewOf(visit, found) : gone({ step: null });
  },
  template: invitationTemplate,
  async post(visit, { token: typed, switch: switches }): Promise<Outcome> {
    const { auth, caller, client, step, page: href } = visit;
    const token = typed ?? step?.invitation?.token;
    if (token === undefined) return withoutStep(visit);
    const found = await findInvitation(visit, token);
    if (!found) return gone(typed === undefined ? { step: null } : {});
    const begun = joiningBy(beginning(visit, found), found.inStep.invitation);
    if (!caller) return askForProof(visit, begun, found);
    if (isOther(caller, found)) {
      if (!switches) return go(href("invitation"), { step: begun });
      await auth.sessions.signOut(client);
      return askForProof({ ...visit, caller: null }, begun, found, { session: null });
    }
    if (!caller.user.emailVerified) return askForProof(visit, begun, found);
    const isNew = caller.user.name === "";
    return joinAndGoOn(visit, { caller, invitation: found.inStep.invitation, isNew }, {});
  },
});

/** An invitation that may be answered. */
interface Found {
  readonly shown: ShownInvitation;
  /** What of it is kept in a step. */
  readonly inStep: { readonly invitation: StepInvitation };
}

/** Returns the invitation of a token; null for one that has ended, and for any other text. */
async function findInvitation({ auth }: AnyVisit, token: string): Promise<Found | null> {
  try {
    const shown = await auth.invitations.inspect(new Secret(token));
    const { email, organization, role } = shown;
    const invitation = { token, email, organization: organization.name, role };
    return { shown, inStep: { invitation } };
  } catch (refused) {
    if (AuthError.is(refused)) return null;
    throw refused;
  }
}

const gone = (kept: Pick<Kept, "step">): Outcome =>
  show(goneTemplate, {}, { status: 404, ...kept });

const beginning = ({ step, next }: AnyVisit, { shown: { email } }: Found): Step => ({
  ...NEW_STEP,
  email,
  next: step?.next ?? next,
});

/**
 * No invitation is under way. A mailed link of a sign-in may have been opened in another browser
 * than the invitation: there, the list of the organizations has it.
 */
function withoutStep(visit: AnyVisit): Outcome {
  const { caller, query, page: href } = visit;
  if (caller) return go(href("organizations"));
  const { error } = query;
  if (error === undefined) return tookTooLong(visit);
  const isKnown = signInFailure(visit, visit.texts.signIn.failed) !== null;
  return go(href("signIn", { query: isKnown ? { error } : {} }));
}

const isOther = ({ user }: Caller, { shown }: Found): boolean => user.email !== shown.email;

const viewOf = (visit: AnyVisit, found: Found): InvitationView => {
  const { caller } = visit;
  const { organization, inviter, role, email } = found.shown;
  return {
    organization: organization.name,
    inviter: inviter && nameOf(inviter),
    role,
    email,
    isSignedIn: caller !== null,
    signedInAs: caller && isOther(caller, found) ? caller.user.email : null,
    failure: signInFailure(visit, visit.texts.signIn.failed),
  };
};

/**
 * Asks for the proof that the invited address is the visitor's: a code, the same for every address.
 * Where codes are off, the page of the sign-in takes any way; a session of an address that is not
 * verified needs one that verifies it.
 */
async function askForProof(
  visit: AnyVisit,
  step: Step,
  { shown: { email } }: Found,
  kept: Kept = {},
): Promise<Outcome> {
  const { auth, caller, client, page: href } = visit;
  const ways = offeredWays(auth.signInMethods.offered());
  if (ways.includes("code")) {
    return go(href("signInCode"), { ...kept, ...(await sendCode(visit, email, step)) });
  }
  if (!caller) return go(href("signIn"), { ...kept, step });
  if (ways.includes("link"))
    return go(href("signInLink"), { ...kept, step: await sendLink(visit, email, step) });
  await auth.emailVerification.resend(email, destinationAfter(visit, step), client);
  return show(verifyFirst, { email, next: step.next }, { ...kept, step });
}

import { AuthError, type EmailAddress, type OfferedMethods } from "@acme/auth-core";
import { MINUTE, SECOND } from "@acme/auth-core/surface";
import type { FlashMessage } from "../kernel/flash.js";
import type { MailedWay, Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import { wholeUrl } from "../kernel/whole-url.js";
import { destinationAfter, destinationOfNew } from "./after-sign-in.js";

/** Returns the typed and mailed ways that are offered, in the order in which pages offer them. */
export const offeredWays = ({ order }: Pick<OfferedMethods, "order">): readonly MailedWay[] =>
  order.filter((choice) => choice === "code" || choice === "link" || choice === "password");

/** A mail takes a moment. */
const PATIENCE = MINUTE;

/**
 * Returns in how many seconds it is of use to ask for what was mailed again.
 * @param sent when it was mailed, in milliseconds
 */
export const resendIn = (sent: number, now: Date): number =>
  Math.max(0, Math.ceil((sent + PATIENCE - now.getTime()) / SECOND));

/** What follows a code that was asked for. */
export interface SentCode {
  readonly step: Step;
  /** What the page of the code says of it. */
  readonly flash?: FlashMessage;
}

/**
 * Mails a code, or leaves the last one as it is where there were too many.
 * @throws {AuthError} `TOO_MANY_REQUESTS` where the step has sent one before
 */
export async function sendCode(
  { auth, client }: AnyVisit,
  email: EmailAddress,
  step: Step,
): Promise<SentCode> {
  const isFirst = step.sent.code === undefined;
  const sent = withSent(step, "code", auth.clock.now());
  try {
    await auth.emailOtp.send(email, "sign-in", client);
    return isFirst ? { step: sent } : { step: sent, flash: { key: "newCodeSent" } };
  } catch (refused) {
    if (!isFirst || !AuthError.is(refused) || refused.code !== "TOO_MANY_REQUESTS") throw refused;
    return { step: sent, flash: { key: "tooManyCodes" } };
  }
}

/** Mails a link. Beyond the budget nothing is mailed, and nothing is said. */
export async function sendLink(visit: AnyVisit, email: EmailAddress, step: Step): Promise<Step> {
  const { auth, client, site, page } = visit;
  const destinations = {
    callback: destinationAfter(visit, step),
    newUser: destinationOfNew(visit, step),
    error: wholeUrl(page("signIn"), site),
  };
  await auth.magicLinks.send({ email, name: "", destinations }, client);
  return withSent(step, "link", auth.clock.now());
}

const withSent = (step: Step, way: "code" | "link", now: Date): Step => ({
  ...step,
  way,
  sent: { ...step.sent, [way]: now.getTime() },
});

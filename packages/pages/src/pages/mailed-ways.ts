import { AuthError, type EmailAddress, type OfferedMethods } from "@acme/auth-core";
import type { Href } from "../href.js";
import type { MailedWay, Step } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import { wholeUrl } from "../kernel/whole-url.js";

/** Returns the typed and mailed ways that are offered, in the order in which pages offer them. */
export const offeredWays = ({ order }: Pick<OfferedMethods, "order">): readonly MailedWay[] =>
  order.filter((choice) => choice === "code" || choice === "link" || choice === "password");

/** A code that was asked for. */
export interface SentCode {
  readonly step: Step;
  /** False over the mail budget: the last code still works. */
  readonly isSent: boolean;
}

/** Mails a code, or leaves the last one as it is where there were too many. */
export async function sendCode(
  { auth, client }: AnyVisit,
  email: EmailAddress,
  step: Step,
): Promise<SentCode> {
  const isSent = await auth.emailOtp.send(email, "sign-in", client).then(
    () => true,
    (refusal: unknown) => {
      if (AuthError.is(refusal) && refusal.code === "TOO_MANY_REQUESTS") return false;
      throw refusal;
    },
  );
  return { step: withSent(step, "code", auth.clock.now()), isSent };
}

/** Mails a link. Beyond the budget nothing is mailed, and nothing is said. */
export async function sendLink(
  { auth, client, site, page }: AnyVisit,
  email: EmailAddress,
  step: Step,
): Promise<Step> {
  const whole = (href: Href): string => wholeUrl(href, site);
  const destinations = {
    callback: step.next ?? site.homeUrl,
    newUser: whole(page("welcome")),
    error: whole(page("signIn")),
  };
  await auth.magicLinks.send({ email, name: "", destinations }, client);
  return withSent(step, "link", auth.clock.now());
}

const withSent = (step: Step, way: "code" | "link", now: Date): Step => ({
  ...step,
  way,
  sent: { ...step.sent, [way]: now.getTime() },
});

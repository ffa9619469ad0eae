import * as routes from "@acme/auth-client/routes";
import { call, type Methods, pageUrl, sendCode, sendLink } from "./service.js";
import { navigate, type Luggage } from "./view/router.js";

// The ways in that begin with an email address, and which of all ways this browser saw work last.

export type MailedWay = "password" | "code" | "link";

/** Besides, the id of a provider: `provider-google`. */
export type Way = MailedWay | "passkey" | `provider-${string}`;

const REMEMBERED = "last-way";

export function rememberWay(way: Way): void {
  try {
    localStorage.setItem(REMEMBERED, way);
  } catch {
    // A browser that keeps nothing for us is asked again every time.
  }
}

export function lastWay(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

/** Those that the service offers, the best first: what worked here last, or else what takes the fewest steps. */
export function mailedWays({ password, emailOtp, magicLink }: Methods): readonly MailedWay[] {
  const offered = { password, code: emailOtp, link: magicLink };
  const last = lastWay();
  return (["password", "code", "link"] as const)
    .filter((way) => offered[way])
    .sort((one, other) => Number(other === last) - Number(one === last));
}

/** The first step of a way, which leads to the page of the next. */
export async function begin(way: MailedWay, email: string, luggage: Luggage): Promise<void> {
  if (way === "code") await sendCode(email);
  if (way === "link") await mailLink(email, luggage);
  await navigate({ password: "/password", code: "/enter-code", link: "/link-sent" }[way], {
    email,
    next: luggage.next,
  });
}

export async function mailLink(email: string, { next = "/account" }: Luggage): Promise<void> {
  await sendLink(email, next, "/");
  rememberWay("link");
}

/** Goes on to where the person wants to be. */
export async function enter(way: Way, { next = "/account" }: Luggage): Promise<void> {
  rememberWay(way);
  await navigate(next);
}

export async function goToProvider(id: string, { next = "/account" }: Luggage): Promise<void> {
  const { url } = await call(routes.oauth.signInSocial, {
    provider: id,
    callbackURL: pageUrl(next),
    errorCallbackURL: pageUrl("/"),
  });
  rememberWay(`provider-${id}`);
  location.assign(url);
}

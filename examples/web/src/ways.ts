import * as routes from "@acme/auth-client/routes";
import { call, type Methods, pageUrl, sendCode, sendLink } from "./service.js";
import { navigate, type PageState } from "./view/router.js";

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

/** Those that the service offers, those that work for everybody first. */
export function mailedWays({ password, emailOtp, magicLink }: Methods): readonly MailedWay[] {
  const offered = { code: emailOtp, link: magicLink, password };
  return (["code", "link", "password"] as const).filter((way) => offered[way]);
}

/**
 * What comes after the email address: what worked here last, or the only way. Otherwise the page of
 * the password, which has all ways side by side: whether somebody has a password is told to nobody,
 * so that it cannot be asked.
 */
export function nextWay(ways: readonly MailedWay[]): MailedWay {
  const [only = "password", ...others] = ways;
  return ways.find((way) => way === lastWay()) ?? (others.length > 0 ? "password" : only);
}

/** The first step of a way, which leads to the page of the next. */
export async function begin(way: MailedWay, email: string, state: PageState): Promise<void> {
  if (way === "code") await sendCode(email);
  if (way === "link") await mailLink(email, state);
  await navigate({ password: "/password", code: "/enter-code", link: "/link-sent" }[way], {
    email,
    next: state.next,
  });
}

export async function mailLink(email: string, { next = "/account" }: PageState): Promise<void> {
  await sendLink(email, next, "/");
  rememberWay("link");
}

/** Goes on to where the person wants to be. */
export async function enter(way: Way, { next = "/account" }: PageState): Promise<void> {
  rememberWay(way);
  await navigate(next);
}

export async function goToProvider(id: string, { next = "/account" }: PageState): Promise<void> {
  const { url } = await call(routes.oauth.signInSocial, {
    provider: id,
    callbackURL: pageUrl(next),
    errorCallbackURL: pageUrl("/"),
  });
  rememberWay(`provider-${id}`);
  location.assign(url);
}

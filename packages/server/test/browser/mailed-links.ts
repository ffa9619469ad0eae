import type { Agent } from "../agent.js";
import type { Service } from "../service.js";

export const PASSWORD = "correct horse battery staple";

/** A link as it stands in a mail, and the account behind it. */
export interface MailedLink {
  readonly link: string;
  readonly token: string;
  /** Where it was mailed to. */
  readonly email: string;
  /** The client of the user who asked for it, signed in. */
  readonly owner: Agent;
  /** Whether it has done what it is for. */
  isUsed(): Promise<boolean>;
}

export interface MailedPage {
  readonly title: string;
  readonly button: string;
  /** What the page says when the button has worked and there is nowhere to go. */
  readonly done: string;
  readonly mail: (service: Service, callbackURL?: string) => Promise<MailedLink>;
}

let people = 0;
export const newAddress = (): string => `person${++people}@example.com`;

/** An account with a password, and the link that its first mail brings. */
export async function signUp(
  service: Service,
  {
    email = newAddress(),
    callbackURL,
  }: { readonly email?: string; readonly callbackURL?: string | undefined } = {},
): Promise<MailedLink> {
  const owner = service.agent();
  await demand(owner, "/api/auth/sign-up/email", {
    email,
    password: PASSWORD,
    ...(callbackURL !== undefined && { callbackURL }),
  });
  const isUsed = async () => (await service.findUser(email))!.emailVerified;
  return { ...(await lastLink(service, email)), owner, isUsed };
}

async function changeAddress(service: Service, callbackURL?: string): Promise<MailedLink> {
  const { owner } = await signUp(service);
  const newEmail = newAddress();
  await demand(owner, "/api/auth/change-email", {
    newEmail,
    ...(callbackURL !== undefined && { callbackURL }),
  });
  const isUsed = async () => (await service.findUser(newEmail)) !== null;
  return { ...(await lastLink(service, newEmail)), owner, isUsed };
}

/** The link that leads to the front end with a token for a new password. */
export async function forgetPassword(
  service: Service,
  redirectTo?: string,
): Promise<Omit<MailedLink, "isUsed">> {
  const { owner, email } = await signUp(service);
  await demand(service.agent(), "/api/auth/request-password-reset", {
    email,
    ...(redirectTo !== undefined && { redirectTo }),
  });
  return { ...(await lastLink(service, email)), owner };
}

async function demand(agent: Agent, path: string, body: object): Promise<void> {
  const { status, text } = await agent.post(path, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
}

async function lastLink({ auth, inbox }: Service, email: string) {
  await auth.worker.runDue();
  const link = inbox.linkFor(email);
  const { pathname, searchParams } = new URL(link);
  return { link, email, token: searchParams.get("token") ?? pathname.split("/").at(-1)! };
}

/** The links whose page has a button. */
export const MAILED_PAGES: Readonly<Record<string, MailedPage>> = {
  verification: {
    title: "Confirm your email address",
    button: "Confirm this email address",
    done: "Your email address is verified",
    mail: (service, callbackURL) => signUp(service, { callbackURL }),
  },
  "change of address": {
    title: "Change your email address",
    button: "Use the new email address",
    done: "Your email address was changed",
    mail: changeAddress,
  },
};

import { readJson } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "../agent.js";
import { openCallback, opensSession } from "../oauth/front-end.js";
import type { StubProvider } from "../oauth/stub-provider.js";
import { AUTHENTICATION_OPTIONS } from "../passkeys.js";
import type { Service } from "../service.js";
import { FORM } from "./browser-requests.js";
import { PASSWORD } from "./people-with-passwords.js";
import { admit, type Answer, type Someone } from "./policy-people.js";
import type { Way } from "./policy-table.js";

/** What pages say of each refusal that the table has. */
const SAID = {
  "You can't create an account here without an invitation.": "SIGN_UP_NOT_ALLOWED",
  "New accounts are closed.": "SIGN_UP_NOT_ALLOWED",
  "New accounts are closed for your domain.": "SIGN_UP_NOT_ALLOWED",
  "This way to sign in isn't offered here.": "SIGN_IN_METHOD_NOT_OFFERED",
  "There's already an account with this email address. Sign in, or use another one.":
    "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
  "The email address or the password is wrong.": "INVALID_EMAIL_OR_PASSWORD",
  "This password is too short. Use a longer one.": "PASSWORD_TOO_SHORT",
  "Verify your email address first: the link is in your mail.": "EMAIL_NOT_VERIFIED",
  "This passkey isn't known here. Use another way.": "PASSKEY_NOT_FOUND",
} as const;

/** Instead of the form, to a user who has to verify the address first. */
const VERIFY_FIRST = /<h1[^>]*>Verify your email address</;

/** Another page than that of the way, which has none: it is not offered. */
export const ELSEWHERE = "elsewhere";

/** What a page, or where it leads, says of a way in. */
export function answerOfPage(reply: Reply): Answer {
  const { status, text, headers } = reply;
  return { opensSession: opensSession(reply), error: errorOf(status, text, headers.location) };
}

function errorOf(status: number, html: string, location: string | undefined): string | null {
  if (location !== undefined) {
    const error = new URL(location, "http://auth.test").searchParams.get("error");
    return error?.toUpperCase() ?? ELSEWHERE;
  }
  if (status < 300) return null;
  if (status === 404) return ELSEWHERE;
  if (VERIFY_FIRST.test(html)) return "EMAIL_NOT_VERIFIED";
  const text = html.replaceAll("&#39;", "'");
  const said = Object.entries(SAID).find(([sentence]) => text.includes(sentence));
  return said?.[1] ?? `${status}: ${/<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? html}`;
}

/** Posts a form, with the sign-in that is under way in this browser. */
function submit(agent: Agent, path: string, fields: Readonly<Record<string, string>> = {}) {
  const step = agent.cookies.get("step") ?? agent.cookies.get("__Host-step");
  const all = new URLSearchParams({ ...(step !== undefined && { step }), ...fields });
  return agent.post(path, all.toString(), FORM);
}

/** Of a service that gives none out. */
const NO_OPTIONS = { challenge: "AAAA" };

/** A browser in which an address was entered. */
async function entered(service: Service, email: string): Promise<Agent> {
  const agent = service.agent();
  await submit(agent, "/sign-in", { email });
  return agent;
}

/** Goes in by the forms of the pages, as far as they lead: the last reply. */
export const GO_BY_PAGES: Readonly<
  Record<Way, (service: Service, someone: Someone, stub: StubProvider) => Promise<Reply>>
> = {
  async code(service, { email }) {
    const agent = service.agent();
    const sent = await submit(agent, "/sign-in", { email });
    // The button of the pages of other ways.
    if (sent.headers.location !== "/sign-in/code") return submit(agent, "/sign-in/code/resend");
    await service.auth.worker.runDue();
    return submit(agent, "/sign-in/code", { code: service.inbox.codeFor(email) });
  },
  async link(service, { email }) {
    const agent = await entered(service, email);
    const sent = await submit(agent, "/sign-in/link");
    if (sent.headers.location !== "/sign-in/link") return sent;
    await service.auth.worker.runDue();
    const { pathname, searchParams } = new URL(service.inbox.linkFor(email));
    return submit(agent, pathname, Object.fromEntries(searchParams));
  },
  "sign-up with a password": (service, { email }) =>
    submit(service.agent(), "/sign-up", { email, password: PASSWORD }),
  async password(service, { email }) {
    return submit(await entered(service, email), "/sign-in/password", { password: PASSWORD });
  },
  async passkey(service, { authenticator }) {
    const agent = service.agent();
    const { status, body } = await agent.post(AUTHENTICATION_OPTIONS, {});
    const options = status === 200 ? readJson(body, { challenge: "string" }) : NO_OPTIONS;
    const credential = JSON.stringify(authenticator.get(options));
    return submit(agent, "/sign-in/passkey", { credential });
  },
  "provider that says verified": (service, someone, stub) => visit(service, someone, stub, true),
  "provider that does not": (service, someone, stub) => visit(service, someone, stub, false),
};

async function visit(
  service: Service,
  someone: Someone,
  stub: StubProvider,
  isVerified: boolean,
): Promise<Reply> {
  const agent = service.agent();
  admit(stub, someone, isVerified);
  const away = await submit(agent, "/sign-in/with/acme");
  const [, url] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(away.text) ?? [];
  if (url === undefined) return away;
  return openCallback(agent, await stub.visit(url.replaceAll("&amp;", "&")));
}

/** Joins by the mailed invitation: its button, and the code that it mails. */
export async function joinByPages(service: Service, invitation: string, email: string) {
  const agent = service.agent();
  const token = new URL(invitation).searchParams.get("token") ?? "";
  const asked = await submit(agent, "/invitation", { token });
  if (asked.headers.location !== "/sign-in/code") return asked;
  await service.auth.worker.runDue();
  return submit(agent, "/sign-in/code", { code: service.inbox.codeFor(email) });
}

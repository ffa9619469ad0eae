import { readJson, type Shaped } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "../agent.js";
import type { StubProvider } from "./stub-provider.js";

export const SIGN_IN = "/api/auth/sign-in/social";
export const LINK = "/api/auth/link-social";
export const LIST = "/api/auth/list-accounts";
export const UNLINK = "/api/auth/unlink-account";

/** What the front end gives along, and where it finds itself afterwards. */
export const PLACES = {
  callbackURL: "http://app.test:3004/welcome",
  newUserCallbackURL: "http://app.test:3004/hello",
  errorCallbackURL: "http://app.test:3004/sorry",
} as const;

const LINKED_ACCOUNT_BODY = {
  id: "string",
  providerId: "string",
  accountId: "string",
  userId: "string",
  scopes: ["string"],
} as const;
export type LinkedAccountBody = Shaped<typeof LINKED_ACCOUNT_BODY>;

/** Returns the accounts of the user who is signed in. */
export const listAccounts = async (agent: Agent): Promise<readonly LinkedAccountBody[]> =>
  readJson((await agent.get(LIST)).body, [LINKED_ACCOUNT_BODY]);

/** Where the service sends the browser. */
export async function requestAuthorization(
  agent: Agent,
  body: object = {},
  path: string = SIGN_IN,
): Promise<string> {
  const reply = await agent.post(path, { provider: "acme", ...PLACES, ...body });
  return readJson(reply.body, { url: "string" }).url;
}

/** There and back: the service's answer to the callback. */
export async function travel(agent: Agent, stub: StubProvider, body: object = {}): Promise<Reply> {
  return openCallback(agent, await stub.visit(await requestAuthorization(agent, body)));
}

/** Opens the callback as the browser does. */
export const openCallback = (agent: Agent, { pathname, search }: URL): Promise<Reply> =>
  agent.get(pathname + search);

/** Where a reply leads to, as far as it does. */
export const destinationOf = ({ status, headers }: Reply) => ({ status, to: headers.location });

export const failure = (error: string, at: string = PLACES.errorCallbackURL) => ({
  status: 302,
  to: `${at}?error=${error}`,
});
export const success = (at: string = PLACES.callbackURL) => ({ status: 302, to: at });

/** Whether a reply hands out a session. */
export const opensSession = ({ setCookies }: Reply): boolean =>
  setCookies.some((cookie) => /^(?:__Host-)?session=[^;]/.test(cookie));

import {
  createSoftwareAuthenticator,
  type RegistrationBreaks,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@acme/auth-testing";
import type { Agent, Reply } from "./agent.js";
import { APP_ORIGIN } from "./service.js";

const PASSKEY = "/api/auth/passkey";
export const REGISTER_OPTIONS = `${PASSKEY}/generate-register-options`;
export const VERIFY_REGISTRATION = `${PASSKEY}/verify-registration`;
export const AUTHENTICATION_OPTIONS = `${PASSKEY}/generate-authentication-options`;
export const VERIFY_AUTHENTICATION = `${PASSKEY}/verify-authentication`;
export const DELETE_PASSKEY = `${PASSKEY}/delete-passkey`;
export const LIST_PASSKEYS = `${PASSKEY}/list-user-passkeys`;

export interface PasskeyBody {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly credentialID: string;
  readonly lastUsedAt: string | null;
}

/** An authenticator in a browser on the front end's page. */
export const authenticatorOn = (
  options: Partial<SoftwareAuthenticatorOptions> = {},
): SoftwareAuthenticator => createSoftwareAuthenticator({ origin: APP_ORIGIN, ...options });

export async function optionsFrom(agent: Agent, path: string, body: object = {}): Promise<object> {
  const reply = await agent.post(path, body);
  if (reply.status !== 200) throw new Error(`no options: ${reply.text}`);
  return reply.body as object;
}

/** The registration ceremony, from options to verdict. */
export async function register(
  agent: Agent,
  authenticator: SoftwareAuthenticator,
  breaks: RegistrationBreaks = {},
): Promise<Reply> {
  return agent.post(VERIFY_REGISTRATION, {
    response: authenticator.create(await optionsFrom(agent, REGISTER_OPTIONS), breaks),
    name: "Laptop",
  });
}

/** The authentication ceremony, from options to verdict. */
export async function authenticate(
  agent: Agent,
  authenticator: SoftwareAuthenticator,
  breaks: Parameters<SoftwareAuthenticator["get"]>[1] = {},
): Promise<Reply> {
  return agent.post(VERIFY_AUTHENTICATION, {
    response: authenticator.get(await optionsFrom(agent, AUTHENTICATION_OPTIONS), breaks),
  });
}

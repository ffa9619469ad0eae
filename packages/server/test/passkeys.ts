import {
  createSoftwareAuthenticator,
  type RegistrationBreaks,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@acme/auth-testing";
import { readJson, type Shaped } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "./agent.js";
import { APP_ORIGIN } from "./service.js";

const PASSKEY = "/api/auth/passkey";
export const REGISTER_OPTIONS = `${PASSKEY}/generate-register-options`;
export const VERIFY_REGISTRATION = `${PASSKEY}/verify-registration`;
export const AUTHENTICATION_OPTIONS = `${PASSKEY}/generate-authentication-options`;
export const VERIFY_AUTHENTICATION = `${PASSKEY}/verify-authentication`;
export const DELETE_PASSKEY = `${PASSKEY}/delete-passkey`;
export const LIST_PASSKEYS = `${PASSKEY}/list-user-passkeys`;

export const PASSKEY_BODY = {
  id: "string",
  userId: "string",
  name: "string",
  credentialID: "string",
  lastUsedAt: "string or null",
} as const;
export type PasskeyBody = Shaped<typeof PASSKEY_BODY>;

/** An authenticator in a browser on the front end's page. */
export const authenticatorOn = (
  options: Partial<SoftwareAuthenticatorOptions> = {},
): SoftwareAuthenticator => createSoftwareAuthenticator({ origin: APP_ORIGIN, ...options });

/** Returns the options of a ceremony, which begin with a challenge. */
export const optionsFrom = async (agent: Agent, path: string, body: object = {}) =>
  readJson((await agent.post(path, body)).body, { challenge: "string" });

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

/** Registers a passkey and returns what the service says of it. */
export const registered = async (
  agent: Agent,
  authenticator: SoftwareAuthenticator = authenticatorOn(),
): Promise<PasskeyBody> => readJson((await register(agent, authenticator)).body, PASSKEY_BODY);

/** Returns the passkeys of the user who is signed in. */
export const listPasskeys = async (agent: Agent): Promise<readonly PasskeyBody[]> =>
  readJson((await agent.get(LIST_PASSKEYS)).body, [PASSKEY_BODY]);

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

import { MINUTE } from "@acme/auth-core/surface";
import type { SoftwareAuthenticator } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "../agent.js";
import { codeAt } from "../factor-spellings.js";
import { PASSWORD } from "../leaving.js";
import { authenticate, authenticatorOn, register } from "../passkeys.js";
import type { Service } from "../service.js";

export { codeAt } from "../factor-spellings.js";

const TWO_FACTOR = "/api/auth/two-factor";
export const ENABLE = `${TWO_FACTOR}/enable`;
export const VERIFY_TOTP = `${TWO_FACTOR}/verify-totp`;
export const VERIFY_BACKUP_CODE = `${TWO_FACTOR}/verify-backup-code`;
export const GET_TOTP_URI = `${TWO_FACTOR}/get-totp-uri`;
export const GENERATE_BACKUP_CODES = `${TWO_FACTOR}/generate-backup-codes`;
export const DISABLE = `${TWO_FACTOR}/disable`;
export const SECOND_FACTOR = "/api/v1/auth/second-factor";
export const FACTORS = "/api/v1/me/factors";

/** The pending cookie as a sign-in sets it, its value left out. */
export const PENDING_COOKIE =
  /^pending-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/;
/** The cookie as it is cleared. */
export const CLEARED_COOKIE = "pending-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";

/** What a user has who has enrolled. */
export interface Enrolled {
  readonly backupCodes: readonly string[];
  /** Returns a code that was not used before: lets a minute pass. */
  readonly code: () => string;
}

function expectOk(reply: Reply): unknown {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
}

const STARTED = { totpURI: "string", backupCodes: ["string"] } as const;

/** Begins to set up an authenticator app. */
export async function startTotp(service: Service, agent: Agent): Promise<Enrolled> {
  const reply = await agent.post(ENABLE, { password: PASSWORD });
  const { totpURI, backupCodes } = readJson(expectOk(reply), STARTED);
  return {
    backupCodes,
    code() {
      service.clock.advance(MINUTE);
      return codeAt(totpURI, service.clock.now());
    },
  };
}

/** Enrolls a member by an authenticator app. */
export async function enrollTotp(service: Service, agent: Agent): Promise<Enrolled> {
  const enrolled = await startTotp(service, agent);
  expectOk(await agent.post(VERIFY_TOTP, { code: enrolled.code() }));
  return enrolled;
}

/** Enrolls a member by a passkey that counts as two. */
export async function enrollPasskey(agent: Agent): Promise<SoftwareAuthenticator> {
  const authenticator = authenticatorOn();
  expectOk(await register(agent, authenticator));
  agent.cookies.clear();
  expectOk(await authenticate(agent, authenticator));
  expectOk(await agent.post(ENABLE, { password: PASSWORD, method: "passkey" }));
  return authenticator;
}

/** A code that is none of the three that are accepted. */
export const wrongCode = ({ code }: Enrolled): string =>
  String((Number(code()) + 1) % 1_000_000).padStart(6, "0");

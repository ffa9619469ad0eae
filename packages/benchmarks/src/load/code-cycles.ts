import type { Running } from "../processes/start-process.js";
import { expectOk, type Turn } from "./drive.js";
import { cookiesSetBy, requestBytes } from "./request.js";
import { ME } from "./session-checks.js";

const SEND = "/api/auth/email-otp/send-verification-otp";

/** Where sign-in and session check are, which differs. */
export interface CodePaths {
  readonly signIn: string;
  readonly me: string;
}

export const OUR_PATHS: CodePaths = { signIn: "/api/auth/email-otp/sign-in", me: ME };
export const BETTER_AUTH_PATHS: CodePaths = {
  signIn: "/api/auth/sign-in/email-otp",
  me: "/api/auth/get-session",
};

let people = 0;

/**
 * Asks for a code, waits for its mail, signs in with it, and asks who that is. Each cycle is a new
 * user, so that no email address runs out of mails.
 */
export const codeCycles = (running: Running, { signIn, me }: CodePaths): Turn =>
  async function cycle(connection) {
    const email = `newcomer${++people}@example.com`;
    const post = async (path: string, json: unknown) =>
      expectOk(await connection.exchange(requestBytes({ method: "POST", path, json })));
    await post(SEND, { email, type: "sign-in" });
    const cookie = cookiesSetBy(await post(signIn, { email, otp: await running.codeFor(email) }));
    const found = expectOk(await connection.exchange(requestBytes({ path: me, cookie }))).body();
    if (!found.includes(email)) throw new Error(`${me} does not know who has signed in: ${found}`);
    return true;
  };

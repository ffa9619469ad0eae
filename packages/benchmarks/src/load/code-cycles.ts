import type { Running } from "../processes/start-process.js";
import type { Connection } from "./connection.js";
import { expectOk } from "./drive.js";
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

/** Each cycle is a new user, so that no email address runs out of mails. */
const somebodyNew = (): string => `newcomer${++people}@example.com`;

/** Asks for a code, waits for its mail, signs in with it, and asks who that is. */
export const codeCycles =
  (running: Running, { signIn, me }: CodePaths) =>
  async (connection: Connection): Promise<boolean> => {
    const email = somebodyNew();
    expectOk(
      await connection.exchange(
        requestBytes({ method: "POST", path: SEND, json: { email, type: "sign-in" } }),
      ),
    );
    const otp = await running.codeFor(email);
    const signedIn = expectOk(
      await connection.exchange(
        requestBytes({ method: "POST", path: signIn, json: { email, otp } }),
      ),
    );
    const found = expectOk(
      await connection.exchange(requestBytes({ path: me, cookie: cookiesSetBy(signedIn) })),
    );
    if (!found.body().includes(email))
      throw new Error(`${me} does not know who has just signed in: ${found.body()}`);
    return true;
  };

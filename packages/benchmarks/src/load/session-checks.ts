import { connect } from "./connection.js";
import { expectOk, type Turn } from "./drive.js";
import { requestBytes } from "./request.js";

export const ME = "/api/v1/auth/me";

/** Asks who is signed in, each time as another one of those with `cookies`. */
export function checksAt(path: string, cookies: readonly string[]): Turn {
  const requests = cookies.map((cookie) => requestBytes({ path, cookie }));
  let next = 0;
  return async (connection) => {
    expectOk(await connection.exchange(requests[next++ % requests.length]!));
    return true;
  };
}

/** What a process answers to a signed-in user; rejects unless that is 200 and names a user. */
export async function answerTo(port: number, path: string, cookie: string): Promise<unknown> {
  const connection = await connect(port);
  const body = expectOk(await connection.exchange(requestBytes({ path, cookie }))).body();
  connection.close();
  if (!body.includes("@example.com"))
    throw new Error(`${path} does not know who is asking: ${body}`);
  return JSON.parse(body);
}

import { connect, type Connection } from "./connection.js";
import { requestBytes } from "./request.js";
import { PASSWORD, signInEmails } from "../databases/passwords.js";

const PATH = "/api/auth/sign-in/email";

const requestsOf = (people: number): readonly Buffer[] =>
  signInEmails(people).map((email) =>
    requestBytes({ method: "POST", path: PATH, json: { email, password: PASSWORD } }),
  );

/** Signs in with a password, each time as another one of `people`; a server that is busy hashing may say so. */
export function signInsOf(people: number): (connection: Connection) => Promise<boolean> {
  const requests = requestsOf(people);
  let next = 0;
  return async (connection) => {
    const reply = await connection.exchange(requests[next++ % requests.length]!);
    if (reply.status === 200) return true;
    if (reply.status === 503) return false;
    throw new Error(`a sign-in was answered ${reply.status}: ${reply.body()}`);
  };
}

export interface Crowd {
  readonly signedIn: number;
  /** How long each of those waited who were turned away with 503, in milliseconds, sorted. */
  readonly refusedAfter: readonly number[];
}

/** `people` sign in at the same moment, each from an IP address and over a connection of their own. */
export async function crowdOfSignIns(port: number, people: number): Promise<Crowd> {
  const connections = await Promise.all(
    Array.from({ length: people }, (_, index) => connect(port, `127.1.0.${index + 1}`)),
  );
  const requests = requestsOf(people);
  const answers = await Promise.all(
    connections.map(async (connection, index) => {
      const began = performance.now();
      const { status } = await connection.exchange(requests[index]!);
      return { status, after: performance.now() - began };
    }),
  );
  for (const connection of connections) connection.close();
  const odd = answers.find(({ status }) => status !== 200 && status !== 503);
  if (odd) throw new Error(`a sign-in was answered ${odd.status}`);
  const refused = answers.filter(({ status }) => status === 503);
  return {
    signedIn: people - refused.length,
    refusedAfter: refused.map(({ after }) => after).sort((one, other) => one - other),
  };
}

import { emailOf, PASSWORD } from "../databases/people.js";
import { connect } from "./connection.js";
import type { Turn } from "./drive.js";
import { requestBytes } from "./request.js";

const PATH = "/api/auth/sign-in/email";

const requestsOf = (people: number): readonly Buffer[] =>
  Array.from({ length: people }, (_, index) =>
    requestBytes({
      method: "POST",
      path: PATH,
      json: { email: emailOf(index), password: PASSWORD },
    }),
  );

/** Signs in by password, each time as another one of `people`; a busy server may refuse. */
export function signInsOf(people: number): Turn {
  const requests = requestsOf(people);
  let next = 0;
  return async (connection) => {
    const reply = await connection.exchange(requests[next++ % requests.length]!);
    if (reply.status === 200) return true;
    if (reply.status === 503) return false;
    throw new Error(`a sign-in was answered ${reply.status}: ${reply.body()}`);
  };
}

/** What came of those who signed in at the same moment. */
export interface Crowd {
  readonly signedIn: number;
  readonly refused: number;
  /** How long the last of those waited who were answered 503, in milliseconds. */
  readonly slowestRefusal: number;
}

/** `people` sign in at once, each from an IP address and over a connection of their own. */
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
  if (refused.length === 0) throw new Error(`${people} at once do not fill the queue of hashes`);
  return {
    signedIn: people - refused.length,
    refused: refused.length,
    slowestRefusal: Math.max(...refused.map(({ after }) => after)),
  };
}

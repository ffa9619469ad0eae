import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

const TIMEOUT_MS = 30_000;

/** A request as it is handed on. */
export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One address, behind which processes come and go. */
export interface Upstream {
  readonly port: number;
  agent: Agent;
  inFlight: number;
  /** Whether it is taken out of the balancer. */
  isDown: boolean;
  /**
   * How many processes were killed here, counted from before the signal, and how many of them were
   * seen to be dead.
   */
  kills: number;
  killsBefore: number;
}

/** No answer came. `isSent` tells whether the process may have read the request. */
export class CutRequest extends Error {
  constructor(
    readonly isSent: boolean,
    /** Whether it was in flight on a process that was killed. */
    readonly isKilled: boolean,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

export interface Balancer {
  readonly upstreams: readonly Upstream[];
  /** Requests that were handed on, each once. */
  readonly requests: () => number;
  /** Requests that were asked of a second process, because the first took none. */
  readonly passedOn: () => number;
  /** Throws `CutRequest` where a proxy would answer 502. */
  readonly forward: (what: Forwarded) => Promise<Answer>;
}

/**
 * Connections that are closed when they were not used for so long; a minute is what nginx waits.
 */
export const keepAlive = (timeout: number): Agent => new Agent({ keepAlive: true, timeout });

function ask(upstream: Upstream, { method, path, headers, body }: Forwarded): Promise<Answer> {
  const { port, agent, killsBefore } = upstream;
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void =>
      reject(new CutRequest(cause.code !== "ECONNREFUSED", upstream.kills > killsBefore, cause));
    const sent = request({ host: "127.0.0.1", port, agent, method, path, headers });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error("no answer in 30 seconds")));
    sent.on("error", fail);
    sent.on("response", (reply) => {
      const { statusCode: status = 0, headers: received } = reply;
      text(reply).then((read) => resolve({ status, headers: received, body: read }), fail);
    });
    sent.end(body);
  });
}

/**
 * Hands requests to the processes in turn, over connections that it keeps alive, as nginx does with
 * `proxy_next_upstream error`: another process is asked when the first takes no connection, and for
 * a GET whenever no answer came. What may have changed something is never sent twice.
 */
export function createBalancer(ports: readonly number[]): Balancer {
  const upstreams = ports.map((port): Upstream => ({
    port,
    agent: keepAlive(60_000),
    inFlight: 0,
    isDown: false,
    kills: 0,
    killsBefore: 0,
  }));
  let requests = 0;
  let passedOn = 0;

  async function attempt(upstream: Upstream, what: Forwarded): Promise<Answer> {
    upstream.inFlight++;
    try {
      return await ask(upstream, what);
    } finally {
      upstream.inFlight--;
    }
  }

  async function forward(what: Forwarded): Promise<Answer> {
    const turn = requests++;
    let failure: unknown = new Error("there is no process to ask");
    for (let tried = 0; tried < upstreams.length; tried++) {
      const upstream = upstreams[(turn + tried) % upstreams.length]!;
      if (upstream.isDown) continue;
      try {
        return await attempt(upstream, what);
      } catch (thrown) {
        failure = thrown;
        const isFinal = thrown instanceof CutRequest && thrown.isSent && what.method !== "GET";
        if (isFinal) break;
        passedOn++;
      }
    }
    throw failure;
  }

  return { upstreams, requests: () => requests, passedOn: () => passedOn, forward };
}

import type { LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { Scheduler } from "@acme/auth-core";
import { WEBHOOK_LOOKUP_MEMORY, WEBHOOK_LOOKUP_TIMEOUT } from "../limits.js";
import { beforeAbort } from "./before-abort.js";
import { TimedOut } from "./begin-attempt.js";
import { addressesIn, HOSTS_FILE } from "./hosts-file.js";

/**
 * Returns the IP addresses of a host, at least one.
 * @param hostname in lower case, an IPv6 address without brackets
 * @param signal ends the waiting: the promise rejects at once
 * @throws {LookUpTimedOut} when no name server answers in time
 * @throws {Error} when the host has no IP address, or no name server can be reached
 */
export type ResolveHost = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly LookupAddress[]>;

export interface HostResolverOptions {
  /**
   * IP addresses of name servers, with a port unless it is 53. Default: those of the operating
   * system.
   */
  readonly nameServers?: readonly string[];
  /** Default: that of the operating system. */
  readonly hostsFile?: string;
  /** Default: timers that do not keep the process alive. */
  readonly scheduler?: Pick<Scheduler, "after">;
}

/** No name server has answered in time. */
export class LookUpTimedOut extends TimedOut {}

/** One look-up, which all that ask for its host share. */
interface LookUp {
  readonly addresses: Promise<readonly LookupAddress[]>;
  readonly cancel: () => void;
  waiting: number;
}

const timers: Pick<Scheduler, "after"> = {
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** What a host of this name is everywhere (RFC 6761 §6.3). */
const LOOPBACK: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Creates a resolver that asks the hosts file and then the name servers, for the full name only. It
 * never uses `dns.lookup`: that waits for silent name servers in a thread of the pool that all of
 * the process shares, and cannot be cancelled. A host is looked up once at a time, for at most
 * `WEBHOOK_LOOKUP_TIMEOUT`, and no longer than anyone waits; what is found is kept for
 * `WEBHOOK_LOOKUP_MEMORY`.
 */
export function createHostResolver({
  nameServers,
  hostsFile = HOSTS_FILE,
  scheduler = timers,
}: HostResolverOptions = {}): ResolveHost {
  const lookUps = new Map<string, LookUp>();

  return async (hostname, signal) => {
    const family = isIP(hostname);
    if (family !== 0) return [{ address: hostname, family }];
    const name = hostname.replace(/\.$/, "");
    if (name === "localhost" || name.endsWith(".localhost")) return LOOPBACK;
    const lookUp = lookUps.get(name) ?? begin(name);
    lookUp.waiting++;
    try {
      return await beforeAbort(lookUp.addresses, signal);
    } finally {
      lookUp.waiting--;
      if (lookUp.waiting === 0) lookUp.cancel();
    }
  };

  function begin(name: string): LookUp {
    const ending = new AbortController();
    let isOver = false;
    const forget = (): void => {
      if (lookUps.get(name) === lookUp) lookUps.delete(name);
    };
    function end(reason?: LookUpTimedOut): void {
      if (isOver) return;
      // Who asks from now on must not share what is being cancelled.
      forget();
      ending.abort(reason);
    }
    const cancelTimeout = scheduler.after(WEBHOOK_LOOKUP_TIMEOUT, () =>
      end(new LookUpTimedOut(`no name server has answered for ${name}`)),
    );
    const addresses = lookUpHost(name, ending.signal).finally(() => {
      isOver = true;
      cancelTimeout();
    });
    const lookUp: LookUp = { addresses, cancel: () => end(), waiting: 0 };
    lookUps.set(name, lookUp);
    addresses.then(() => scheduler.after(WEBHOOK_LOOKUP_MEMORY, forget), forget);
    return lookUp;
  }

  async function lookUpHost(name: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const listed = addressesIn(await readFile(hostsFile, "utf8").catch(() => ""), name);
    if (listed.length > 0) return listed;
    const { Resolver } = await import("node:dns/promises");
    signal.throwIfAborted();
    const resolver = new Resolver();
    if (nameServers) resolver.setServers(nameServers);
    signal.addEventListener("abort", () => resolver.cancel(), { once: true });
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length > 0) return found;
    signal.throwIfAborted();
    throw v4.status === "rejected" ? v4.reason : new Error(`${name} has no IP address`);
  }
}

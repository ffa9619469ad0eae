import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../client.js";
import { type ServerProcess, startServer } from "../server-process.js";
import { type Balancer, createBalancer, keepAlive, type Upstream } from "./balancer.js";
import type { TestDatabase } from "./database.js";
import type { Mailbox } from "./mailbox.js";

/** Where a built release lies, and what it is called. */
export interface Release {
  readonly name: string;
  readonly root: string;
  /** The Node that runs it; this one unless another is named. */
  readonly node?: string | undefined;
  /**
   * Whether it closes connections that are kept alive after five seconds, and at once when it
   * stops: then the balancer must know of it before.
   */
  readonly losesRequests?: boolean;
  /** Whether it asks for a second factor: not when it is switched off, or not yet known. */
  readonly secondFactor: "unknown" | "off" | "on";
}

/** One of the two places behind the balancer. */
interface Place {
  readonly upstream: Upstream;
  release: Release;
  server: ServerProcess;
}

export interface Site {
  readonly balancer: Balancer;
  /** What processes said with level `error`, and how they ended when they were told to stop. */
  readonly complaints: string[];
  /** Starts a release where nothing else is served; rejects with its log when it refuses. */
  readonly startElsewhere: (release: Release) => Promise<ServerProcess>;
  readonly places: readonly Place[];
  readonly open: (release: Release) => Promise<void>;
  /** Tells the process at a place to stop, and starts a release there. */
  readonly replace: (index: number, release: Release) => Promise<void>;
  /** Kills the process at a place, and starts a release there. */
  readonly kill: (index: number, release: Release) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const bound = probe.address();
  probe.close();
  await once(probe, "close");
  return bound !== null && typeof bound === "object" ? bound.port : 0;
}

async function untilReady(server: ServerProcess): Promise<void> {
  while ((await ask(`${server.url}/readyz`)).status !== 200) await sleep(50);
}

export async function createSite(database: TestDatabase, mailbox: Mailbox): Promise<Site> {
  const balancer = createBalancer([await findPort(), await findPort()]);
  const complaints: string[] = [];
  const places: Place[] = [];

  async function start(release: Release, port: number): Promise<ServerProcess> {
    const settings = {
      DATABASE_URL: database.url,
      PORT: String(port),
      HOST: "127.0.0.1",
      TRUST_PROXY: "127.0.0.1",
      DELETION_GRACE_DAYS: "0",
      ...(release.secondFactor === "off" && { SECOND_FACTOR: "off" }),
    };
    const server = await startServer(release.root, settings, mailbox.receive, release.node);
    await untilReady(server);
    return server;
  }

  function readLog({ server, release }: Place): void {
    for (const line of server.log)
      if (line["level"] === "error") complaints.push(`${release.name}: ${JSON.stringify(line)}`);
  }

  async function stop(place: Place): Promise<void> {
    const { server, upstream, release } = place;
    upstream.isDown = release.losesRequests === true;
    while (upstream.isDown && upstream.inFlight > 0) await sleep(10);
    await server.stop();
    readLog(place);
    if (server.process.exitCode !== 0)
      complaints.push(`${place.release.name} ended with ${String(server.process.exitCode)}`);
  }

  async function restart(place: Place, release: Release): Promise<void> {
    Object.assign(place, { release, server: await start(release, place.upstream.port) });
    place.upstream.agent = keepAlive(60_000);
    place.upstream.isDown = false;
  }

  return {
    balancer,
    complaints,
    places,
    startElsewhere: (release) => start(release, 0),
    async open(release) {
      for (const upstream of balancer.upstreams) {
        if (release.losesRequests) upstream.agent = keepAlive(3_000);
        places.push({ upstream, release, server: await start(release, upstream.port) });
      }
    },
    async replace(index, release) {
      const place = places[index]!;
      await stop(place);
      await restart(place, release);
    },
    async kill(index, release) {
      const place = places[index]!;
      const { upstream, server } = place;
      upstream.kills++;
      server.process.kill("SIGKILL");
      await once(server.process, "exit");
      upstream.agent.destroy();
      upstream.killsBefore++;
      readLog(place);
      await restart(place, release);
    },
    async close() {
      for (const place of places) await stop(place);
    },
  };
}

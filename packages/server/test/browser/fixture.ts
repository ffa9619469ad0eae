import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { lateBound } from "../late-bound.js";
import { type Service, startService } from "../service.js";
import { complaintsIn, launchChromium } from "./chromium.js";
import { type FrontEnd, startFrontEnd } from "./front-end.js";
import { recordTraffic, type Traffic } from "./traffic.js";

/** A person with a browser of their own, with nothing in it yet. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** The service, its front end and a browser before them. */
export interface Fixture {
  readonly service: Service;
  readonly front: FrontEnd;
  readonly traffic: Traffic;
  /** The database's file. */
  readonly database: string;
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Sends all visitors home. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface BrowserFixtureOptions {
  /**
   * Whether the service and its front end are one origin, as behind one proxy. Default: they differ
   * by port.
   */
  readonly sharedOrigin?: boolean;
}

/**
 * Returns the fixture that the tests of this file or block share: it is opened before them and
 * closed after them. Each test fails when a reply was not what its route declares.
 */
export function browserFixture(options: BrowserFixtureOptions = {}): Fixture {
  let running: Fixture | null = null;
  beforeAll(async () => {
    running = await openFixture(options);
  });
  const fixture = lateBound(() => running);
  afterEach(async () => {
    expect(fixture.service.breaches).toEqual([]);
    await fixture.clear();
  });
  afterAll(() => running?.close());
  return fixture;
}

async function openFixture({ sharedOrigin = false }: BrowserFixtureOptions): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "browser-"));
  const database = join(folder, "auth.db");
  const traffic = recordTraffic();
  const front = await startFrontEnd();
  const service = await startService({
    database: "sqlite",
    location: database,
    appUrl: front.origin,
    trustedOrigins: [front.foreignOrigin],
    ...(sharedOrigin && { serviceUrl: front.origin }),
  });
  if (sharedOrigin) front.shareOriginWith(service.url);
  const browser: Browser = await launchChromium();

  return {
    service,
    front,
    traffic,
    database,
    async visitor(options = {}) {
      const context = await browser.newContext(options);
      return { context, complaints: complaintsIn(context), page: await context.newPage() };
    },
    async clear() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      traffic.stop();
      await Promise.all([service.stop(), front.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}

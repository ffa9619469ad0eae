import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The first case reads and types a whole tree: half a minute where two cores have other work too. */
const WHOLE_TREE = { timeout: 120_000 };
const options = await extractDepcruiseOptions(join(ROOT, ".dependency-cruiser.cjs"));
const rules = (options.ruleSet?.forbidden ?? []).map(({ name }) => String(name));

/** Files that are there to be imported. */
const BYSTANDERS: Readonly<Record<string, string>> = {
  "node_modules/express/index.js": "export const express = 1;",
  "node_modules/kysely/index.js": "export const kysely = 1;",
  "node_modules/zod/index.js": "export const z = 1;",
  "packages/core/src/index.ts": "export type { Part } from './account/session/session.js';",
  "packages/core/src/create-auth.ts":
    "import { now } from './platform/system-time.js'; import { open } from './account/session/session.js'; export const create = [now, open];",
  "packages/core/src/kernel/ids.ts": "export const id = 1; export type Id = string;",
  "packages/core/src/ports/clock.ts":
    "import type { Id } from '../kernel/ids.js'; export interface Clock { id: Id }",
  "packages/core/src/platform/system-time.ts":
    "import { hrtime } from 'node:process'; import { id } from '../kernel/ids.js'; export const now = [hrtime, id];",
  "packages/core/src/account/session/session.ts":
    "import { id } from '../../kernel/ids.js'; export const open = id; export interface Part { id: string }",
  "packages/core/src/operators/users/users.ts":
    "import { openSession } from '../../account/session/open-session.js'; export const users = openSession;",
  "packages/core/src/organizations/invitation/invite-member.ts":
    "import { openSession } from '../../account/session/open-session.js'; export const invite = openSession;",
  "packages/core/src/sign-in/passkey/ceremony.ts": "export type Ceremony = string;",
  "packages/core/src/account/session/session-store.ts":
    "export interface SessionStore { id: string }",
  "packages/core/src/store/store.ts":
    "import type { SessionStore } from '../account/session/session-store.js'; export type Store = SessionStore;",
  "packages/core/src/account/session/open-session.ts": "export const openSession = 1;",
  "packages/core/src/account/session/session.test.ts":
    "import { open } from './session.js'; import '../../platform/system-time.js'; import 'node:fs'; import 'kysely'; export const tested = open;",
  "packages/core/src/sign-in/passkey/passkey.ts":
    "import { openSession } from '../../account/session/open-session.js'; import type { Part } from '../../account/session/session.js'; export const p: Part | number = openSession;",
  "packages/http/src/index.ts":
    "import { z } from 'zod'; import { create } from '../../core/src/index.js'; export const surface = [z, create];",
  "packages/http/src/routes/hidden.ts": "export const hidden = 1;",
  "packages/express/src/index.ts":
    "import type { IncomingMessage } from 'node:http'; import { surface } from '../../http/src/index.js'; export const m = (_: IncomingMessage) => surface;",
  "packages/kysely/src/index.ts":
    "import { kysely } from 'kysely'; import type { Part } from '../../core/src/index.js'; export const s: Part | number = kysely;",
  "packages/server/src/main.ts":
    "import '../../express/src/index.js'; import '../../kysely/src/index.js'; import 'express'; import 'node:http'; import './commands/command.js'; export const run = 1;",
  "packages/server/src/commands/command.ts":
    "import { compose } from '../starting/compose.js'; export const run = compose; export type Answer = string;",
  "packages/server/src/starting/compose.ts":
    "import { openAuth } from '../serving/open-auth.js'; import '../metrics/measuring.js'; export const compose = openAuth; export type Composition = string;",
  "packages/server/src/serving/open-auth.ts":
    "import '../sample/billing/contributor.js'; export const openAuth = 1;",
  "packages/server/src/metrics/measuring.ts":
    "import type { Config } from '../config/config.js'; export type Measured = Config;",
  "packages/server/src/config/config.ts": "export type Config = string;",
  "packages/server/src/sample/billing/contributor.ts": "export const contributor = 1;",
};

/** For each rule a file that breaks it, and how. */
const PLANTED: Readonly<Record<string, readonly [path: string, source: string]>> = {
  "core-is-itself": [
    "packages/core/src/background/mail/a.ts",
    "import '../../../../http/src/index.js';",
  ],
  "only-create-auth-knows-platform": [
    "packages/core/src/background/mail/b.ts",
    "import type { now } from '../../platform/system-time.js';",
  ],
  "index-takes-only-types-from-platform": [
    "packages/core/src/index.ts",
    "export { now } from './platform/system-time.js';",
  ],
  "core-has-no-library": ["packages/core/src/background/mail/c.ts", "import { z } from 'zod';"],
  "core-has-no-runtime": [
    "packages/core/src/background/mail/d.ts",
    "import { createHash } from 'node:crypto';",
  ],
  "features-meet-in-steps": [
    "packages/core/src/background/mail/e.ts",
    "import { open } from '../../account/session/session.js';",
  ],
  "lifecycle-knows-only-wings-below": [
    "packages/core/src/lifecycle/data-export/j.ts",
    "import type { users } from '../../operators/users/users.js';",
  ],
  "sign-in-knows-only-wings-below": [
    "packages/core/src/sign-in/passkey/k.ts",
    "import type { invite } from '../../organizations/invitation/invite-member.js';",
  ],
  "organizations-knows-only-wings-below": [
    "packages/core/src/organizations/invitation/l.ts",
    "import type { Ceremony } from '../../sign-in/passkey/ceremony.js';",
  ],
  "account-knows-only-wings-below": [
    "packages/core/src/account/session/m.ts",
    "import type { Ceremony } from '../../sign-in/passkey/ceremony.js';",
  ],
  "background-knows-only-wings-below": [
    "packages/core/src/background/mail/n.ts",
    "import type { openSession } from '../../account/session/open-session.js';",
  ],
  "store-knows-only-wings-below": [
    "packages/core/src/store/o.ts",
    "import type { openSession } from '../account/session/open-session.js';",
  ],
  "ports-knows-only-wings-below": [
    "packages/core/src/ports/p.ts",
    "import type { Store } from '../store/store.js';",
  ],
  "kernel-knows-only-wings-below": [
    "packages/core/src/kernel/q.ts",
    "import type { Clock } from '../ports/clock.js';",
  ],
  "kernel-stands-alone": [
    "packages/core/src/kernel/f.ts",
    "import type { Part } from '../account/session/session.js';",
  ],
  "ports-are-types": ["packages/core/src/ports/g.ts", "import { id } from '../kernel/ids.js';"],
  "platform-decides-nothing": [
    "packages/core/src/platform/h.ts",
    "import { openSession } from '../account/session/open-session.js';",
  ],
  "http-meets-only-core": ["packages/http/src/a.ts", "import '../../kysely/src/index.js';"],
  "http-kernel-is-protocol-only": [
    "packages/http/src/kernel/h.ts",
    "import type { hidden } from '../routes/hidden.js';",
  ],
  "http-has-no-framework": ["packages/http/src/b.ts", "import { express } from 'express';"],
  "http-has-no-storage": ["packages/http/src/c.ts", "import type { kysely } from 'kysely';"],
  "http-has-no-runtime": [
    "packages/http/src/d.ts",
    "import type { IncomingMessage } from 'node:http';",
  ],
  "express-meets-http-and-core": [
    "packages/express/src/a.ts",
    "import '../../kysely/src/index.js';",
  ],
  "express-is-types-of-node-http": [
    "packages/express/src/b.ts",
    "import { createServer } from 'node:http';",
  ],
  "fetch-meets-http-and-core": ["packages/fetch/src/a.ts", "import '../../express/src/index.js';"],
  "fetch-has-no-runtime": [
    "packages/fetch/src/b.ts",
    "import type { IncomingMessage } from 'node:http';",
  ],
  "client-stands-alone": [
    "packages/client/src/a.ts",
    "import type { surface } from '../../http/src/index.js';",
  ],
  "kysely-meets-only-core": [
    "packages/kysely/src/a.ts",
    "import type { surface } from '../../http/src/index.js';",
  ],
  "kysely-takes-only-types-from-core": [
    "packages/kysely/src/b.ts",
    "import { type Part, create } from '../../core/src/index.js';",
  ],
  "nodemailer-meets-only-core": [
    "packages/nodemailer/src/a.ts",
    "import '../../http/src/index.js';",
  ],
  "testing-meets-only-core": ["packages/testing/src/a.ts", "import '../../kysely/src/index.js';"],
  "nothing-knows-the-server": [
    "packages/benchmarks/src/a.ts",
    "import '../../server/src/main.js';",
  ],
  "starting-knows-only-wings-below": [
    "packages/server/src/starting/a.ts",
    "import type { Answer } from '../commands/command.js';",
  ],
  "serving-knows-only-wings-below": [
    "packages/server/src/serving/b.ts",
    "import type { Composition } from '../starting/compose.js';",
  ],
  "metrics-knows-only-wings-below": [
    "packages/server/src/metrics/c.ts",
    "import { openAuth } from '../serving/open-auth.js';",
  ],
  "config-knows-only-wings-below": [
    "packages/server/src/config/d.ts",
    "import '../metrics/measuring.js';",
  ],
  "sample-knows-only-wings-below": [
    "packages/server/src/sample/billing/e.ts",
    "import type { Config } from '../../config/config.js';",
  ],
  "server-is-in-its-wings": ["packages/server/src/starting/f.ts", "import '../main.js';"],
  "packages-meet-at-their-entries": [
    "packages/server/src/a.ts",
    "import { hidden } from '../../http/src/routes/hidden.js';",
  ],
  "no-cycles": [
    "packages/http/src/e.ts",
    "import type { F } from './f.js'; export interface E { f: F }",
  ],
  "no-vague-rooms": ["packages/http/src/g.ts", "import './helpers/dates.js';"],
  "no-vague-files": ["packages/http/src/types.ts", "import './index.js';"],
  "no-vague-orphans": ["packages/http/src/utils.ts", "export const left = 'pad';"],
  "no-test-in-production": ["packages/http/src/h.ts", "import './kernel.test.js';"],
  "everything-resolves": ["packages/http/src/i.ts", "import './nowhere.js';"],
};
const ACCOMPLICES: Readonly<Record<string, string>> = {
  "packages/http/src/f.ts": "import type { E } from './e.js'; export interface F { e: E }",
  "packages/http/src/helpers/dates.ts": "export const today = 1;",
  "packages/http/src/kernel.test.ts": "export const test = 1;",
};

const planted: string[] = [];
afterAll(() => {
  for (const folder of planted) rmSync(folder, { recursive: true, force: true });
});

function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "architecture-"));
  planted.push(folder);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: { express: "1", kysely: "1", zod: "1" } }),
  );
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  return folder;
}

async function survey(baseDir: string, paths: readonly string[]): Promise<ICruiseResult> {
  const surveyed: ICruiseOptions = { ...options, baseDir };
  const { output } = await cruise([...paths], surveyed);
  return output as ICruiseResult;
}
const violations = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));

describe("the arrows between rooms", () => {
  it("are each tripped by a planted violation, by name", async () => {
    const files = { ...BYSTANDERS, ...ACCOMPLICES, ...Object.fromEntries(Object.values(PLANTED)) };
    const found = violations(await survey(plant(files), ["packages"]));
    for (const [rule, [from]] of Object.entries(PLANTED))
      expect(found, rule).toContainEqual({ from, rule });
    expect(Object.keys(PLANTED)).toEqual(rules);
  });

  it("are silent where every file keeps to its room", async () => {
    expect(violations(await survey(plant(BYSTANDERS), ["packages"]))).toEqual([]);
  });

  it(
    "are silent on this tree, whose imports between packages all lead somewhere",
    WHOLE_TREE,
    async () => {
      // `npm run check architecture` takes the whole tree at once.
      const packages = readdirSync(join(ROOT, "packages"));
      const rooms = packages;
      const result = await survey(
        ROOT,
        rooms.map((room) => `packages/${room}`),
      );
      expect(violations(result)).toEqual([]);
      const known = new Set(
        result.modules.flatMap(({ source, dependencies }) =>
          dependencies.map(({ resolved }) => `${room(source)} → ${room(resolved)}`),
        ),
      );
      const arrows = [
        ["http", "core"],
        ["express", "http"],
        ["fetch", "http"],
        ["kysely", "core"],
        ["testing", "core"],
        ["server", "core"],
      ] as const;
      for (const [from, to] of arrows.filter(([from]) => rooms.includes(from)))
        expect(known).toContain(`${from} → ${to}`);
    },
  );
});

const room = (path: string): string => /^packages\/([^/]+)\//.exec(path)?.[1] ?? path;

import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { checkSession } from "./client.js";
import { type EngineName, ENGINES, openDatabase, type TestDatabase } from "./rolling/database.js";
import { closeEnrolment, noFactors, tryPasswords, useFactors } from "./rolling/factors.js";
import { countUnproven, countWaiting, findHalfDone, queueNewerJob } from "./rolling/half-done.js";
import { handOut, useAll } from "./rolling/keepsakes.js";
import { live } from "./rolling/life.js";
import { createMailbox } from "./rolling/mailbox.js";
import { createSite, type Release, type Site } from "./rolling/site.js";
import type { Promised, World } from "./rolling/visitor.js";

const CLIENTS = 8;
/** A killed process keeps what it had claimed for a minute. */
const DRAIN_TIMEOUT_MS = 150_000;

const { values } = parseArgs({
  options: {
    first: { type: "string", default: "" },
    before: { type: "string", default: "" },
    next: { type: "string", default: "" },
    contracted: { type: "string", default: "" },
    node: { type: "string" },
    requests: { type: "string", default: "20000" },
    engine: { type: "string", multiple: true },
  },
});
const FIRST: Release = {
  name: "the first release",
  root: values.first,
  losesRequests: true,
  secondFactor: "unknown",
};
const BEFORE: Release = {
  name: "the release before the second factor",
  root: values.before,
  secondFactor: "unknown",
};
const OFF: Release = {
  name: "this release, the second factor off",
  root: process.cwd(),
  node: values.node,
  secondFactor: "off",
};
const THIS: Release = { ...OFF, name: "this release", secondFactor: "on" };
const NEXT: Release = { ...THIS, name: "the next release", root: values.next };
const CONTRACTED: Release = {
  ...THIS,
  name: "the release after",
  root: values.contracted,
};
const REQUESTS = Number(values.requests);

/** What happens to the two processes, in this order. */
const STEPS: readonly (readonly ["stop" | "kill", number, Release])[] = [
  ["stop", 0, OFF],
  ["stop", 1, OFF],
  ["stop", 0, THIS],
  ["stop", 1, THIS],
  ["stop", 0, NEXT],
  ["stop", 1, NEXT],
  ["stop", 0, THIS],
  ["stop", 1, THIS],
  ["stop", 0, NEXT],
  ["stop", 1, NEXT],
  ["kill", 0, NEXT],
  ["kill", 1, THIS],
  ["kill", 0, THIS],
  ["kill", 1, NEXT],
  // What the documents forbid, and the way out of it that they name.
  ["stop", 0, BEFORE],
  ["stop", 1, BEFORE],
  ["stop", 0, OFF],
  ["stop", 1, OFF],
  ["stop", 0, THIS],
  ["stop", 1, THIS],
];

interface Run {
  readonly site: Site;
  readonly world: World;
  readonly database: TestDatabase;
}

/** Lives begin as long as the work goes on. */
async function underTraffic({ world, site }: Run, work: () => Promise<void>): Promise<void> {
  let next = 0;
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await live(world, next++);
  });
  clients.push(tryPasswords(world, site, () => isOver));
  await work();
  isOver = true;
  await Promise.all(clients);
}

async function untilRequests({ balancer }: World, count: number): Promise<void> {
  while (balancer.requests() < count) await sleep(20);
}

async function takeSteps({ site, world, database }: Run): Promise<void> {
  for (const [number, [how, place, release]] of STEPS.entries()) {
    await untilRequests(world, (REQUESTS * (number + 1)) / (STEPS.length + 1));
    const before = world.balancer.requests();
    const from = site.places[place]!.release;
    // Those of the first release know no session that asked, and are dead: decision 0021.
    if (release.secondFactor !== "on") await closeEnrolment(world);
    const keepsakes = await handOut(world, `step${number}`, number < 2 ? ["change"] : []);
    if (from === NEXT && release === THIS) await queueNewerJob(database);
    await (how === "stop" ? site.replace(place, release) : site.kill(place, release));
    world.factors.isOn = site.places.every((each) => each.release.secondFactor === "on");
    await useAll(world, keepsakes);
    if ((await countUnproven(database)) > world.factors.attemptsAtOld)
      world.promised.wrong.push("a session of one factor began for a user who has enrolled");
    console.log(
      `  ${how === "stop" ? "stopped" : "killed "} ${from.name}, started ${release.name}: ${world.balancer.requests() - before} requests meanwhile`,
    );
  }
  await untilRequests(world, REQUESTS);
}

/** A release that takes something away is refused by the one before it, and by nothing else. */
async function refusesContracted({ site, world }: Run): Promise<string> {
  const contracted = await site.startElsewhere(CONTRACTED);
  await contracted.stop();
  const outcome = await site.startElsewhere(THIS).then(
    async (server) => {
      await server.stop();
      return "it started";
    },
    (thrown: unknown) => String(thrown),
  );
  const line = outcome.split("\n").find((each) => each.includes("start_failed")) ?? outcome;
  if (!/Start a newer release/.test(line))
    world.promised.wrong.push(`this release did not refuse a contracted database: ${outcome}`);
  return line;
}

async function drain({ database, world }: Run): Promise<void> {
  for (let waited = 0; (await countWaiting(database)) > 0; waited += 200) {
    if (waited > DRAIN_TIMEOUT_MS) {
      world.promised.wrong.push(`${await countWaiting(database)} mails and jobs were never done`);
      return;
    }
    await sleep(200);
  }
}

async function findBrokenPromises({ site, world }: Run): Promise<void> {
  const { live: sessions, ended, wrong } = world.promised;
  for (const { server } of site.places) {
    for (const [cookie, email] of sessions)
      if ((await checkSession(server.url, `session=${cookie}`)).body["email"] !== email)
        wrong.push(`the session of ${email} is lost`);
    for (const cookie of ended)
      if ((await checkSession(server.url, `session=${cookie}`)).status !== 401)
        wrong.push("an ended session lives");
  }
}

async function proveOn(engine: EngineName): Promise<boolean> {
  const database = await openDatabase(engine);
  const mailbox = createMailbox();
  const site = await createSite(database, mailbox);
  const promised: Promised = {
    live: new Map(),
    ended: new Set(),
    lives: { begun: 0, cut: 0, cutRequests: 0 },
    wrong: [],
  };
  const factors = noFactors();
  const world: World = { balancer: site.balancer, mailbox, promised, factors };
  const run: Run = { site, world, database };
  const start = performance.now();
  console.log(`${database.name}, a database of the first release:`);
  await site.open(FIRST);
  await underTraffic(run, () => takeSteps(run));
  await useFactors(world);
  await drain(run);
  await findBrokenPromises(run);
  promised.wrong.push(...(await findHalfDone(database)));
  await site.close();
  const refusal = await refusesContracted(run);
  promised.wrong.push(...site.complaints);
  const seconds = Math.round((performance.now() - start) / 1_000);
  const { lives, live: sessions, ended, wrong } = promised;
  console.log(
    `  ${site.balancer.requests()} requests in ${seconds} s; ${lives.begun} lives, ${lives.cut} of them cut by a kill, with ${lives.cutRequests} requests in flight; ${sessions.size} live and ${ended.size} ended sessions, ${mailbox.count()} mails, ${mailbox.repeated()} of them twice; ${site.balancer.passedOn()} requests passed on to the other process. Wrong: ${wrong.length}.`,
  );
  console.log(
    `  ${factors.enrolled.length} users enrolled. In their names, without a second proof: ${factors.withheld} sign-ins refused by processes that know the second factor; ${factors.openedByOld} sessions opened by those that do not, refused ${factors.refusedByNew} times by the others while both ran.`,
  );
  console.log(`  A contracted database: ${refusal}`);
  for (const what of [...new Set(wrong)].slice(0, 40)) console.log(`    ${what}`);
  await database.close();
  return wrong.length === 0;
}

let proven = true;
for (const engine of ENGINES)
  if (values.engine === undefined || values.engine.includes(engine))
    proven = (await proveOn(engine)) && proven;
process.exit(proven ? 0 : 1);

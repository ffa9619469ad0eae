import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Work } from "../benchmark.js";
import type { Assignment, Question, Report } from "./messages.js";

export const assignment = (): Assignment => JSON.parse(process.argv[2] ?? "{}") as Assignment;

export function report(what: Report): void {
  process.send?.(what);
}

/** The inbox of the benchmark: the runner reads the code there. */
export const reportCode = (to: string, code: string): void => report({ kind: "code", to, code });

type Answers = Readonly<Record<string, (given: unknown) => unknown>>;

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Answers the runner's questions, processor time so far among them, and ends with it. */
function answer(answers: Answers): void {
  const all: Answers = { cpu: processorTime, ...answers };
  process.on("message", ({ id, ask, given }: Question) => {
    void (async () => report({ kind: "answer", id, value: await all[ask]?.(given) }))();
  });
  process.on("disconnect", () => process.exit(0));
}

/** Answers questions until the runner goes away. */
export function serveQuestions(answers: Answers): void {
  answer(answers);
  report({ kind: "ready", port: 0 });
}

/** Serves requests until the runner goes away. */
export function serve(listener: RequestListener): void {
  answer({});
  const server = createServer(listener).listen(assignment().port ?? 0, "127.0.0.1", () => {
    report({ kind: "ready", port: (server.address() as AddressInfo).port });
  });
}

/** What `work` cost this process, which resolves to how many units it did. */
export async function costOf(work: () => Promise<number>): Promise<Work> {
  const [cpu, start] = [processorTime(), performance.now()];
  const count = await work();
  const seconds = (performance.now() - start) / 1_000;
  return { perSecond: count / seconds, cpu: (processorTime() - cpu) / count };
}

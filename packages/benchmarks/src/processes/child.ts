import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Assignment, Question, Report } from "./messages.js";

export const assignment = (): Assignment => JSON.parse(process.argv[2] ?? "{}") as Assignment;

export function report(what: Report): void {
  process.send?.(what);
}

/** The inbox of the benchmark: the runner reads the code there. */
export const reportCode = (to: string, code: string): void => report({ kind: "code", to, code });

type Answers = Readonly<Record<string, (given: unknown) => unknown>>;

const delay = monitorEventLoopDelay({ resolution: 1 });

/** What every process answers: processor time so far in microseconds, and how long its event loop stood still at most since it was last asked. */
const standing: Answers = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  watchLoop: () => {
    delay.reset();
    return delay.enable();
  },
  longestStall: () => {
    delay.disable();
    return delay.max / 1e6;
  },
};

/** Answers the runner's questions, and ends with it. */
export function answer(answers: Answers = {}): void {
  const all: Answers = { ...standing, ...answers };
  process.on("message", ({ id, ask, given }: Question) => {
    void (async () => report({ kind: "answer", id, value: await all[ask]?.(given) }))();
  });
  process.on("disconnect", () => process.exit(0));
}

/** Serves until the runner goes away. */
export function serve(listener: RequestListener, answers: Answers = {}): void {
  answer(answers);
  const server = createServer(listener).listen(assignment().port ?? 0, "127.0.0.1", () => {
    report({ kind: "ready", port: (server.address() as AddressInfo).port });
  });
}

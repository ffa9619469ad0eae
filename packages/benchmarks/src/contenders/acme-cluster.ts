import cluster, { type Worker } from "node:cluster";
import { createSurface, mount } from "@acme/auth-express";
import { answer, assignment, report, serve } from "../processes/child.js";
import type { Question, Report } from "../processes/messages.js";
import { openAcme } from "../stacks/acme.js";

async function serveMount(): Promise<void> {
  const handle = mount(createSurface(await openAcme(assignment().database)));
  serve((request, response) => handle(request, response, () => response.writeHead(404).end()));
}

async function supervise(processes: number): Promise<void> {
  const workers: Worker[] = [];
  let port = 0;
  for (let index = 0; index < processes; index++) {
    const worker = cluster.fork();
    port = (await told(worker, "ready")).port;
    workers.push(worker);
  }
  answer({ cpu: async () => (await Promise.all(workers.map(cpuOf))).reduce((a, b) => a + b, 0) });
  report({ kind: "ready", port });
}

async function cpuOf(worker: Worker): Promise<number> {
  const answered = told(worker, "answer");
  worker.send({ id: 0, ask: "cpu", given: null } satisfies Question);
  return Number((await answered).value);
}

const told = <K extends Report["kind"]>(
  worker: Worker,
  kind: K,
): Promise<Extract<Report, { readonly kind: K }>> =>
  new Promise((resolve) => {
    function hear(message: Report): void {
      if (message.kind !== kind) return;
      worker.off("message", hear);
      resolve(message as Extract<Report, { readonly kind: K }>);
    }
    worker.on("message", hear);
  });

/** The mount on node:http in several processes that share a port, as the server does with `WEB_CONCURRENCY`. */
if (cluster.isPrimary) await supervise(assignment().processes ?? 1);
else await serveMount();

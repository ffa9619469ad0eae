import { answer, assignment, report } from "../processes/child.js";
import { openAcme } from "../stacks/acme.js";

/** A worker that does what is due when it is told to. */
const { auth } = await openAcme(assignment().database, { worker: "idle" });
answer({ work: () => auth.worker.runDue() });
report({ kind: "ready", port: 0 });

// The second function in a process of its own, as in Lambda: it shares nothing with the first.
import { parentPort } from "node:worker_threads";
import { handler } from "./dist/src/settle.js";
import { store } from "./dist/src/store.js";

const context = { getRemainingTimeInMillis: () => 15_000 };

parentPort.on("message", async (event) => {
  if (event === "end") {
    await store.close();
    return parentPort.close();
  }
  await handler(event, context);
  parentPort.postMessage(event);
});

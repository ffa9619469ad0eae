import { notes } from "./lib/auth";

const { auth, store } = notes();
auth.worker.start();
const alive = setInterval(() => undefined, 60_000); // keeps the process alive: the worker does not

process.once("SIGTERM", async () => {
  clearInterval(alive);
  await auth.close(); // finishes the work in progress
  await store.close();
});

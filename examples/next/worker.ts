import { notes } from "./lib/auth";

const { auth, store } = notes();
auth.worker.start();
const alive = setInterval(() => undefined, 60_000); // the timers of the worker keep no process alive

process.once("SIGTERM", async () => {
  clearInterval(alive);
  await auth.close(); // what is under way is finished
  await store.close();
});

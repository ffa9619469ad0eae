import { notes } from "./lib/auth";

const { auth, store } = notes();
auth.worker.start();
console.log("The worker has started.");

process.once("SIGTERM", async () => {
  await auth.close(); // what is under way is finished
  await store.close();
});

// Holds SQLite's write lock on the file it is told, in bursts: node lock-holder.mjs <file>
// <milliseconds held> <milliseconds between> <how often>
import { setTimeout as sleep } from "node:timers/promises";
import { openPlain } from "./plain-sqlite.mjs";

const [, , file, held, between, times] = process.argv;
const database = openPlain(file);
database.exec("pragma busy_timeout = 5000");
for (let burst = 0; burst < Number(times); burst++) {
  database.exec("begin immediate");
  // The parent goes on once the lock is held.
  process.send?.("held");
  await sleep(Number(held));
  database.exec("commit");
  await sleep(Number(between));
}
database.close();
process.disconnect?.();

// Holds SQLite's write lock on the file it is told, in bursts: node lock-holder.mjs <file>
// <milliseconds held> <milliseconds between> <how often>
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";

const [, , file, held, between, times] = process.argv;
const database = new SqliteDatabase(file, { timeout: 5_000 });
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

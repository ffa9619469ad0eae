import SqliteDatabase from "better-sqlite3";
import { answer, assignment, report } from "../processes/child.js";

const HOLD_MS = 200;
const RELEASE_MS = 50;

/** Another process that writes in bursts: holds the write lock of a SQLite file for 200 ms, lets go for 50, again and again. */
const database = new SqliteDatabase(assignment().database, { timeout: 60_000 });

function hold(): void {
  database.exec("begin immediate");
  setTimeout(() => {
    database.exec("commit");
    setTimeout(hold, RELEASE_MS);
  }, HOLD_MS);
}

answer();
hold();
report({ kind: "ready", port: 0 });

import { sample } from "@acme/auth-testing/sampling";
import { describeStore } from "@acme/auth-testing/store-contract";
import { openFile, openMemory, openPostgres, openPooledPostgres } from "./databases.js";

describeStore("SQLite in memory", openMemory);
describeStore("Postgres", () => openPostgres({ max: 10 }));

/** Other ways to open the same two databases. */
const VARIANTS = [
  ["a SQLite file", openFile],
  ["Postgres with a pool of one", () => openPostgres({ max: 1 })],
  ["Postgres behind transaction pooling", openPooledPostgres],
  ["Postgres in a far time zone", () => openPostgres({ options: "-c TimeZone=Asia/Kathmandu" })],
] as const;

for (const [name, open] of sample(VARIANTS, 3)) describeStore(name, open);

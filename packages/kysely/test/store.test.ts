import { describeStore } from "@acme/auth-testing/store-contract";
import { openMemory, openPostgres } from "./databases.js";
import { openSharedFile } from "./second-process.js";

// What is special about the other ways to open a store stands in `model.test.ts`, `pooling.test.ts`
// and `sqlite.test.ts`.
describeStore("SQLite in memory", () => openMemory());
describeStore("two processes on one SQLite file", () => openSharedFile());
describeStore("Postgres", () => openPostgres({ max: 10 }));

import { describeStore } from "@acme/auth-testing/store-contract";
import { openFile, openMemory, openPostgres } from "./databases.js";

describeStore("SQLite in memory", openMemory);
describeStore("a SQLite file", openFile);
describeStore("Postgres", () => openPostgres({ max: 10 }));
describeStore("Postgres with a pool of one", () => openPostgres({ max: 1 }));
describeStore("Postgres in a far time zone", () =>
  openPostgres({ options: "-c TimeZone=Asia/Kathmandu" }),
);

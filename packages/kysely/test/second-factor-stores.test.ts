import { secondFactorTables } from "@acme/auth-second-factor/kysely";
import { describeSecondFactorStores } from "@acme/auth-second-factor/testing";
import { openMemory, openPostgres } from "./databases.js";
import { openSharedFile } from "./second-process.js";

const FEATURES = [secondFactorTables] as const;

describeSecondFactorStores("SQLite in memory", () => openMemory(FEATURES));
describeSecondFactorStores("two processes on one SQLite file", () => openSharedFile(FEATURES));
describeSecondFactorStores("Postgres", () => openPostgres({ max: 10 }, FEATURES));

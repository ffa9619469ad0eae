// Opens a store in a Postgres of its own, twice: the second time nothing is left to migrate.
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { startPostgres } from "@acme/auth-testing/postgres";
import pg from "pg";

const cluster = await startPostgres();
try {
  const connectionString = await cluster.createDatabase();
  for (let time = 0; time < 2; time += 1) {
    const store = createPostgresStore(new pg.Pool({ connectionString }));
    await store.migrate();
    console.log(await store.health());
    await store.close();
  }
} finally {
  await cluster.stop();
}

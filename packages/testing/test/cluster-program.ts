import { startPostgres } from "../src/postgres-cluster.js";

// Starts a server, says where, and waits to be killed.
const { url } = await startPostgres();
process.stdin.resume();
process.stdout.write(url);

import { notes } from "./lib/auth";
import { migrateNotes } from "./lib/notes";

const { store } = notes();
await store.migrate();
await migrateNotes(store);
await store.close();

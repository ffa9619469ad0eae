/** Next.js calls this once, when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notes } = await import("./lib/auth");
  const { migrateNotes } = await import("./lib/notes");
  const { auth, store } = notes(); // throws without a valid secret: every request gets 500
  if (process.env.NOTES_WORKER === "functions") return;
  await store.migrate();
  await migrateNotes(store);
  if (process.env.NOTES_WORKER === "apart") return;
  auth.worker.start();
  process.once("SIGTERM", () => auth.close()); // starts no more work; Next.js does not wait for it
}

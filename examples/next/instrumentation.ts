/** Next.js calls it once when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notes } = await import("./lib/auth");
  const { migrateNotes } = await import("./lib/notes");
  const { auth, store } = notes();
  await store.migrate();
  await migrateNotes(store);
  auth.worker.start();
}

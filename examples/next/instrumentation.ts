/** Next.js calls it once when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notes } = await import("./lib/auth");
  const { auth, store } = notes();
  await store.migrate();
  auth.worker.start();
}

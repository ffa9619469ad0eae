/** Next.js calls it once when the server starts: mails of the last run go out at once. */
export async function register() {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { appAuth } = await import("./lib/auth");
  await appAuth();
}

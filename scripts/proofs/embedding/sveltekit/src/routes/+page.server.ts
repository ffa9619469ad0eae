import { notes } from "$lib/server/auth";

/** Hands the caller to the page as it is: SvelteKit answers 500 for what is no plain data. */
export async function load({ request, setHeaders }) {
  const { personalHeaders, readSession } = await notes();
  const { caller } = await readSession(request);
  setHeaders(personalHeaders());
  return { caller };
}

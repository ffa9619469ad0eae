import { appAuth } from "../lib/server/auth";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async (event) => {
  const { personalHeaders, readSession } = await appAuth();
  event.setHeaders(Object.fromEntries(Object.entries(personalHeaders())));
  const { caller } = await readSession(event.request, event);
  return { email: caller?.user.email ?? null };
};

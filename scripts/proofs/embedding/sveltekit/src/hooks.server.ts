import type { Handle } from "@sveltejs/kit";
import { notes } from "$lib/server/auth";

export const handle: Handle = async ({ event, resolve }) =>
  (await (await notes()).handle(event.request)) ?? resolve(event);

"use server";

import { AuthError } from "@acme/auth-core";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { notes } from "../../lib/auth";
import { settleAfterAnswer } from "../../lib/background";
import { writeNote } from "../../lib/notes";

export async function write(_before: string | null, form: FormData) {
  return problemOf(async () => {
    const { check, store } = notes();
    const { caller } = await check(await headers());
    await writeNote(store, caller.user.id, form.get("text"));
  });
}

export async function rename(_before: string | null, form: FormData) {
  return problemOf(async () => {
    const { auth, check } = notes();
    const { by, client } = await check(await headers());
    await auth.profiles.update(by, { name: String(form.get("text")) }, client);
  });
}

/** Returns what the form shows: the message of a refusal, or null when the work is done. */
async function problemOf(work: () => Promise<void>): Promise<string | null> {
  settleAfterAnswer();
  try {
    await work();
  } catch (thrown) {
    if (AuthError.is(thrown)) return thrown.message;
    throw thrown;
  }
  revalidatePath("/", "layout");
  return null;
}

import { after } from "next/server";
import { notes } from "./auth";

/**
 * On a host of functions no process lives on between two requests: each answer that asked who is
 * calling does the work that is due, after it was sent.
 */
export function settleAfterAnswer(): void {
  if (process.env.NOTES_WORKER === "functions")
    after(() => notes().auth.settle({ within: 10_000 }));
}

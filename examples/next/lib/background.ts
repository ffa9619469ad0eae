import { after } from "next/server";
import { notes } from "./auth";

/**
 * In serverless functions no process stays alive between two requests. So each request that uses
 * the library does the work that is due, after its answer is sent.
 */
export function settleAfterAnswer(): void {
  if (process.env.NOTES_WORKER === "functions")
    after(() => notes().auth.settle({ within: 10_000 }));
}

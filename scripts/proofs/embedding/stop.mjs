// What every application that a process serves must do when its host stops it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { PORT, whileRunning } from "./visit.mjs";

const SIGN_UP = JSON.stringify({
  email: "last@example.com",
  password: "three green bicycles",
  name: "Lea",
});
/** Prints when a database of `node:sqlite` is closed. Node closes it silently when the process ends. */
const WATCH = `
  import { DatabaseSync } from "node:sqlite";
  const { close } = DatabaseSync.prototype;
  DatabaseSync.prototype.close = function () {
    console.log("closed");
    return close.call(this);
  };`;
const WATCHING = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}`,
};

/** The server has begun to read the request then, and has begun to stop. */
const PAUSE_MS = 1_000;

/**
 * A request under way when SIGTERM arrives is answered, no other is accepted, and the process ends
 * with `code`. `closes`: the application closes its store, which is one of `node:sqlite`.
 * `stopsWorker`: it stops its worker first, so the mail of that request waits for another process.
 * `endsSilent`: it ends connections on which a browser asks nothing, where its server waits for them.
 */
export async function proveStop(
  args,
  { env, code = 0, closes = true, stopsWorker = false, endsSilent = false },
) {
  rmSync("data", { recursive: true, force: true });
  await whileRunning(
    args,
    async (origin, printed, stop) => {
      const headers = {
        "Content-Type": "application/json",
        "Content-Length": String(SIGN_UP.length),
      };
      const last = request(`${origin}/api/auth/sign-up/email`, { method: "POST", headers });
      const answered = once(last, "response");
      const silent = endsSilent ? connect(PORT, "localhost").on("error", () => {}) : null;
      last.write(SIGN_UP.slice(0, 10));
      await sleep(PAUSE_MS);
      const ended = stop();
      await sleep(PAUSE_MS);
      await assert.rejects(fetch(`http://localhost:${PORT}/`));
      last.end(SIGN_UP.slice(10));
      const [answer] = await answered;
      assert.equal(answer.statusCode, 200);
      answer.resume();
      assert.deepEqual(await ended, [code, null]);
      silent?.destroy();
      if (stopsWorker) assert.doesNotMatch(printed(), /last@example\.com: /);
      if (closes) assert.match(printed(), /^closed$/m);
    },
    { env: { ...env, ...(closes && WATCHING) } },
  );
}

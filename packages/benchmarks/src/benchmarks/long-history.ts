import { join } from "node:path";
import { Secret } from "@acme/auth-core";
import type { Benchmark } from "../benchmark.js";
import { PASSWORD, writeHistory } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { counted, figureOf, tableOf } from "../figures.js";
import { openAcme } from "../stacks/acme.js";
import { signUp } from "../stacks/sign-up.js";
import { type Watch, watchProcess } from "./watch-process.js";

/** One life of an account, from a filled history to its end, in three steps. */
async function liveOnce(
  file: string,
  entries: number,
  note: (step: string, watched: Watch) => void,
): Promise<void> {
  const { auth, store } = await openAcme(file, { deletionGraceDays: 0 });
  const { caller, client } = await signUp(auth, 1);
  writeHistory(file, caller.user.id, entries);

  async function watch<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    const stop = await watchProcess();
    const result = await work();
    note(step, stop());
    return result;
  }

  const found = await watch("export", async () => {
    const { id } = await auth.dataExport.request(caller, client);
    await auth.worker.runDue();
    return auth.dataExport.find(caller, id);
  });
  const url = new URL(found.downloadUrl ?? "no-url:");
  const token = new Secret(url.searchParams.get("token") ?? "");
  let bytes = 0;
  await watch("download", async () => {
    for await (const piece of await auth.dataExport.download(found.request.id, token, client))
      bytes += piece.length;
  });
  if (bytes < entries) throw new Error(`the export has ${bytes} bytes for ${entries} entries`);
  await watch("deletion", async () => {
    const input = { password: new Secret(PASSWORD), reason: "" };
    await auth.accountDeletion.request(caller, input, client);
    await auth.worker.runDue();
  });
  if ((await auth.sessions.list(caller)).length > 0) throw new Error("the user is still there");
  await auth.close();
  await store.close();
}

/** What a long history costs when its owner takes it along and leaves. */
export const longHistory: Benchmark = {
  name: "long-history",
  async run({ manyRows, generations }) {
    const steps = new Map<string, Watch[]>();
    const note = (step: string, watched: Watch) =>
      void steps.set(step, [...(steps.get(step) ?? []), watched]);
    for (let life = 0; life < generations; life++)
      await withFolder((folder) => liveOnce(join(folder, "auth.db"), manyRows, note));
    const title = `a user with ${counted(manyRows, "row")} in the audit log, SQLite file`;
    return {
      tables: [
        tableOf({ id: "long-history", title }, steps, {
          seconds: ({ seconds }) => seconds,
          "growth MB": ({ growthMb }) => growthMb,
          "longest stall ms": ({ stallMs }) => stallMs,
        }),
      ],
      goals: [
        {
          goal: "long-history/growth",
          under: "export",
          measured: figureOf(steps.get("export")!.map(({ growthMb }) => growthMb)),
        },
        ...[...steps].map(([under, watched]) => ({
          goal: "long-history/stall" as const,
          under,
          measured: figureOf(watched.map(({ stallMs }) => stallMs)),
        })),
      ],
    };
  },
};

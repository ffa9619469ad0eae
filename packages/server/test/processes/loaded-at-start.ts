import type { Metafile } from "esbuild";
import { metafileOf } from "./bundle-program.js";

/** What every serving process and worker runs. */
const RUN = "src/starting/run.ts";

/**
 * Whether a bundle of the server's program loads sources whatever is configured; not, when they are
 * imported when they are needed. Throws where they are no part of the bundle.
 * @param source a part of their path
 */
export function loadedAtStart(bundle: string, source: string): boolean {
  const metafile = metafileOf(bundle);
  const loaded = loadedWith(metafile, chunksWith(metafile, RUN));
  return chunksWith(metafile, source).some((chunk) => loaded.has(chunk));
}

function chunksWith({ outputs }: Metafile, source: string): readonly string[] {
  const chunks = Object.keys(outputs).filter((chunk) =>
    Object.keys(outputs[chunk]?.inputs ?? {}).some((input) => input.includes(source)),
  );
  if (chunks.length === 0) throw new Error(`nothing in the bundle is of ${source}`);
  return chunks;
}

/**
 * The chunks that are loaded with some: those they import, and those that these import, except what
 * is imported when it is needed.
 */
function loadedWith({ outputs }: Metafile, chunks: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(chunks);
  for (const chunk of loaded)
    for (const { path, kind } of outputs[chunk]?.imports ?? [])
      if (kind === "import-statement") loaded.add(path);
  return loaded;
}

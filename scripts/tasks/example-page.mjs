// The page's half of `npm run example` and `npm run dev`, as a process of its own: Vite ends the
// process it runs in when it is told to stop.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../examples/web/", import.meta.url));
// Vite is a dependency of the example, not of the workspace.
const { createServer } = await import(
  pathToFileURL(createRequire(`${root}package.json`).resolve("vite")).href
);

// Nothing tells it to stop when the task itself was killed.
process.once("disconnect", () => process.exit());
try {
  const port = Number(new URL(process.env["APP_URL"] ?? "").port);
  const server = await createServer({ root, ...(port > 0 && { server: { port } }) });
  await server.listen();
} catch (thrown) {
  console.error(
    `The page could not be served: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
  );
  process.exit(1);
}

import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { exitCodeOf } from "@acme/auth-testing/exit-code-of";
import { parseJson, type Shaped } from "@acme/auth-testing/read-json";
import { onTestFinished } from "vitest";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
export const SERVER_ENTRY = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
export const SETTINGS = {
  SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
  SERVICE_AUTH_URL: "http://localhost:3000",
  DATABASE_URL: "sqlite::memory:",
  PORT: "0",
};

type LogLine = Shaped<"object">;
/** A process that logs, and what it has said. */
export interface Started {
  readonly child: ChildProcess;
  readonly log: LogLine[];
  /** What it has written to standard output so far. */
  output(): string;
  /** The first line of that event, already written or still to come. */
  seen(event: string): Promise<LogLine>;
  ended(): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

/**
 * Starts `npm`, or another program, with these settings and nothing else of this environment. It is
 * killed when the test ends.
 */
export function startLogging(
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Started {
  const isNpm = program === "npm";
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    // The server by itself reads .env of its folder: not where a developer has one.
    cwd: isNpm ? ROOT : tmpdir(),
    env: { PATH, HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const log: LogLine[] = [];
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const waiting = new Map<string, (line: LogLine) => void>();
  createInterface({ input: child.stderr }).on("line", (text) => {
    if (!text.startsWith("{")) return;
    const line = parseJson(text, "object");
    log.push(line);
    waiting.get(String(line["event"]))?.(line);
  });
  const exit = exitCodeOf(child);
  return {
    child,
    log,
    output: () => output,
    seen: (event) =>
      new Promise((resolve) => {
        const before = log.find((line) => line["event"] === event);
        if (before) resolve(before);
        else waiting.set(event, resolve);
      }),
    async ended() {
      const from = performance.now();
      const code = await exit;
      return { code, milliseconds: performance.now() - from };
    },
  };
}

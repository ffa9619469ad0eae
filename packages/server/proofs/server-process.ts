import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A line of the server's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly event: string };

/** A mail that the server printed. */
export interface PrintedMail {
  readonly to: string;
  readonly text: string;
}

/** The built server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** `main.js` and, with `WEB_CONCURRENCY`, its serving processes. */
  readonly process: ChildProcess;
  readonly log: readonly LogLine[];
  /** The codes that were mailed last, by email address; `mails` counts every mail. */
  readonly codes: ReadonlyMap<string, string>;
  readonly mails: readonly string[];
  readonly stop: () => Promise<void>;
}

/** What every process of the server is given. */
export const ENVIRONMENT = (): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  SERVICE_AUTH_SECRET: Buffer.alloc(32, "0123456789abcdef").toString("base64"),
  SERVICE_AUTH_URL: "http://localhost:3000",
  AUTH_IP_LIMIT: "0",
  WORKER_POLL_MS: "100",
  PORT: "0",
});

/** Hands on each mail when its last line has come. */
function createMailReader(receive: (mail: PrintedMail) => void): (line: string) => void {
  let to: string | null = null;
  let lines: string[] = [];
  return (line) => {
    const [, email] = /^--- mail to ([^:]+):/.exec(line) ?? [];
    if (email !== undefined) [to, lines] = [email, []];
    else if (line !== "--- end of mail") lines.push(line);
    else if (to !== null) receive({ to, text: lines.join("\n") });
  };
}

/**
 * Rejects with the log when the server ends instead of listening.
 * @param receive is called with every mail
 * @param node runs it
 */
export async function startServer(
  root: string,
  settings: Readonly<Record<string, string>>,
  receive: (mail: PrintedMail) => void = () => {},
  node = process.execPath,
): Promise<ServerProcess> {
  const child = spawn(node, [join(root, "packages/server/dist/main.js")], {
    // Not where a developer has an .env.
    cwd: tmpdir(),
    env: { ...ENVIRONMENT(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: LogLine[] = [];
  const codes = new Map<string, string>();
  const mails: string[] = [];
  const readMail = createMailReader((mail) => {
    mails.push(mail.to);
    const [code] = /\b\d{6}\b/.exec(mail.text) ?? [];
    if (code !== undefined) codes.set(mail.to, code);
    receive(mail);
  });
  createInterface({ input: child.stdout }).on("line", readMail);
  const port = await new Promise<number>((found, failed) => {
    createInterface({ input: child.stderr }).on("line", (text) => {
      const line = JSON.parse(text) as LogLine;
      log.push(line);
      if (line.event === "listening") found(Number(line["port"]));
    });
    child.once("exit", () => failed(new Error(log.map((line) => JSON.stringify(line)).join("\n"))));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    log,
    codes,
    mails,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

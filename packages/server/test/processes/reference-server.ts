import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { parseJson } from "@acme/auth-testing/read-json";
import { SECRET } from "../service.js";

/** A mail as the server prints it. */
export interface PrintedMail {
  readonly to: string;
  readonly text: string;
}

/** The reference server, or its worker, in processes of its own. */
export interface ReferenceServer {
  readonly child: ChildProcess;
  /** Where it serves; undefined for a worker. */
  readonly port: number | undefined;
  /** Where it serves its metrics; undefined when it does not. */
  readonly metricsUrl: string | undefined;
  /** What it has logged so far. */
  readonly lines: readonly LogLine[];
  /** What it has mailed so far, whichever of its processes did. */
  readonly mails: readonly PrintedMail[];
  /** Resolves with exit code and signal. */
  stop(): Promise<readonly [code: number | null, signal: string | null]>;
}

/** One line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

export interface StartOptions {
  /** The bundle of `main`. */
  readonly program: string;
  readonly command?: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  /** The event that each process logs once it is at work, and how many do. */
  readonly awaited: { readonly event: string; readonly times: number };
}

/** Starts the program and waits until it is at work. Rejects with its log when it ends first. */
export async function startReferenceServer({
  program,
  command = [],
  settings,
  awaited,
}: StartOptions): Promise<ReferenceServer> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, ...command], {
    // Not where a developer has an .env.
    cwd: tmpdir(),
    env: {
      PATH,
      HOME,
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "http://localhost:3000",
      PORT: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  await new Promise<void>((found, failed) => {
    let seen = 0;
    createInterface({ input: child.stderr }).on("line", (text) => {
      log.push(text);
      if (text.includes(`"${awaited.event}"`) && ++seen === awaited.times) found();
    });
    child.once("exit", (code) => failed(new Error(`ended with code ${code}\n${log.join("\n")}`)));
  });
  return {
    child,
    port: log.map(portIn).find((port) => port !== undefined),
    metricsUrl: log.map(metricsUrlIn).find((url) => url !== undefined),
    get lines() {
      return log.map((line) => parseJson(line, "object"));
    },
    mails: mailsIn(child.stdout),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code, signal] = (await ended) as [number | null, string | null];
      return [code, signal];
    },
  };
}

function portIn(line: string): number | undefined {
  const { port } = parseJson(line, "object");
  return typeof port === "number" ? port : undefined;
}

function metricsUrlIn(line: string): string | undefined {
  const { event, url } = parseJson(line, "object");
  return event === "metrics_listening" && typeof url === "string" ? url : undefined;
}

function mailsIn(output: NodeJS.ReadableStream): readonly PrintedMail[] {
  const mails: PrintedMail[] = [];
  let to = "";
  let lines: string[] = [];
  createInterface({ input: output }).on("line", (line) => {
    const head = /^--- mail to (\S+): /.exec(line);
    if (head) [to, lines] = [head[1]!, []];
    else if (line === "--- end of mail") mails.push({ to, text: lines.join("\n") });
    else lines.push(line);
  });
  return mails;
}

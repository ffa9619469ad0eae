import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseJson } from "@acme/auth-testing/read-json";
import { bundleProgram } from "../processes/bundle-program.js";
import { SECRET } from "../service.js";

/** The reference server in a process of its own, with a real clock, printing its mails. */
export interface ReferenceServer {
  readonly url: string;
  /** The link in the next mail to `email` that nobody has asked for yet. */
  mailedLink(email: string): Promise<string>;
  stop(): Promise<void>;
}

interface PrintedMail {
  readonly to: string;
  readonly link: string | undefined;
}

export async function startReferenceServer(
  settings: Readonly<Record<string, string>>,
): Promise<ReferenceServer> {
  const folder = await mkdtemp(join(tmpdir(), "reference-"));
  const { PATH, HOME } = process.env;
  const program = await bundleProgram("../../src/main");
  const child = spawn(process.execPath, [program], {
    env: {
      PATH,
      HOME,
      SERVICE_AUTH_SECRET: SECRET,
      DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
      PORT: "0",
      AUTH_IP_LIMIT: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  const port = new Promise<number>((listening, failed) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log.push(line);
      if (line.includes('"listening"')) listening(parseJson(line, { port: "number" }).port);
    });
    child.once("exit", (code) =>
      failed(new Error(`the server ended with code ${code}\n${log.join("\n")}`)),
    );
  });
  const nextMail = readMails(child.stdout);
  return {
    url: `http://127.0.0.1:${await port}`,
    async mailedLink(email) {
      const { link } = await nextMail(email);
      if (link === undefined) throw new Error(`the mail to ${email} holds no link`);
      return link;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Reads the mails that the server prints, each between two lines of dashes. */
function readMails(output: NodeJS.ReadableStream): (to: string) => Promise<PrintedMail> {
  const mails: PrintedMail[] = [];
  const readers: { readonly to: string; resolve(mail: PrintedMail): void }[] = [];
  let lines: string[] = [];

  const handOver = (mail: PrintedMail): void => {
    const waiting = readers.findIndex(({ to }) => to === mail.to);
    if (waiting < 0) mails.push(mail);
    else readers.splice(waiting, 1)[0]!.resolve(mail);
  };
  createInterface({ input: output }).on("line", (line) => {
    if (line !== "--- end of mail") return void lines.push(line);
    const [, to = ""] = /^--- mail to ([^:]+):/.exec(lines[0]!)!;
    handOver({ to, link: lines.find((text) => /^https?:\/\/\S+$/.test(text)) });
    lines = [];
  });

  return (to) => {
    const waiting = mails.findIndex((mail) => mail.to === to);
    return waiting < 0
      ? new Promise((resolve) => readers.push({ to, resolve }))
      : Promise.resolve(mails.splice(waiting, 1)[0]!);
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseJson } from "@acme/auth-testing/read-json";
import { expect } from "vitest";
import { bundleProgram } from "../processes/bundle-program.js";
import { SECRET } from "../service.js";

/** The reference server in a process of its own, with a real clock. */
export interface ReferenceServer {
  readonly url: string;
  /** The code in the latest mail to `email` that has one, as the development inbox shows it. */
  mailedCode(email: string): Promise<string>;
  stop(): Promise<void>;
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
    stdio: ["ignore", "ignore", "pipe"],
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
  const url = `http://127.0.0.1:${await port}`;
  return {
    url,
    async mailedCode(email) {
      let code: string | undefined;
      const look = async () => {
        const mails = await (await fetch(`${url}/dev/inbox.json`)).text();
        const own = parseJson(mails, [{ to: "string", codes: ["string"] }]).filter(
          ({ to, codes }) => to === email && codes.length > 0,
        );
        code = own[0]?.codes[0];
        return code;
      };
      await expect.poll(look).toMatch(/^\d{6}$/);
      return code ?? "";
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

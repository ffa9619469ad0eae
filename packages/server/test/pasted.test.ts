import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { parseEmailAddress, toId } from "@acme/auth-core";
import { expectOfEach } from "@acme/auth-testing/of-each";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { layOut } from "../src/commands/layout.js";
import { readConfig } from "../src/config/config.js";
import { shellCommand, shellWord } from "../src/config/shell-word.js";
import { openAuth, type OpenedAuth } from "../src/serving/open-auth.js";
import { call, environmentOf } from "./commands/called.js";
import { newDatabase } from "./prepared-databases.js";

/** Holds the programs that write down what they were called with, in place of the real ones. */
const programs = mkdtempSync(join(tmpdir(), "pasted-programs-"));
/** Where a program writes how many words it was called with, its name, and the words. */
const CALLS = join(programs, "calls");
/** Where commands are pasted. What a stranger's program makes would be here. */
let folder: string;
const folders = [programs];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

beforeAll(() => {
  for (const name of ["auth-server", "pg_dump", "pg_restore", "npm"]) {
    writeFileSync(
      join(programs, name),
      `#!/bin/sh\nprintf '%s\\0' "$#" ${name} "$@" >> "${CALLS}"\n`,
    );
    chmodSync(join(programs, name), 0o755);
  }
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pasted-"));
  folders.push(folder);
});

/** Pastes text into a shell. Returns the words of each program that it called. */
async function paste(text: string): Promise<readonly (readonly string[])[]> {
  writeFileSync(CALLS, "");
  await promisify(execFile)("sh", ["-c", text], {
    cwd: folder,
    env: { PATH: `${programs}:${process.env["PATH"]}` },
  });
  const words = readFileSync(CALLS, "utf8").split("\0").slice(0, -1);
  const called: string[][] = [];
  while (words.length > 0) called.push(words.splice(0, 2 + Number(words[0])).slice(1));
  return called;
}

/** Texts that a shell, a terminal or a program's options would take for something else. */
const HOSTILE = [
  "a$(touch pwned)b",
  "a`touch pwned`b",
  "a;touch pwned;b",
  "a|touch pwned",
  "a&touch pwned&",
  "x\ntouch pwned\n",
  "x\rtouch pwned\r",
  "'; touch pwned; '",
  "'\\''$(touch pwned)'\\''",
  '"; touch pwned; "',
  "\\",
  "\\'",
  "$HOME",
  "~",
  "*",
  "!!",
  "-rf",
  "--json",
  "",
  " a  b ",
  "#a",
  "a=b",
  "{a,b}",
  "a\u0003; touch pwned #",
  "\u001b[2Ja%s\\n'!",
  "ends with lines\u001b\n\n",
  "\u202egnp.exe\u2028Söhne 😀",
];

describe("a word of a shell", () => {
  it("is that text and nothing else", async () => {
    await expectOfEach(HOSTILE, JSON.stringify, async (text) => {
      expect(await paste(shellCommand("npm", text, "after"))).toEqual([["npm", text, "after"]]);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it("is that text, whichever it is", async () => {
    const unit = fc.constantFrom(
      ...["'", '"', "\\", "$", "(", ")", "`", "\n", "\r", " ", "-", "!", "%", "*", "~", "#"],
      ...[";", "&", "|", "<", ">", "=", "{", "}", "a", "7", "\u0001", "\u007f", "é", "\u202e"],
    );
    const words = fc.sample(fc.string({ unit, maxLength: 20 }), 200);
    expect(await paste(shellCommand("npm", ...words))).toEqual([["npm", ...words]]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("has nothing that a terminal would obey while it is pasted", () => {
    for (const text of HOSTILE.map((each) => each.replace(/\n+$/, "")))
      expect(shellWord(text)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
  });

  it("stays whole where lines are broken", async () => {
    for (const text of ["/tmp/a b c/d's e/f", "/tmp/a\u001b b c/d"]) {
      const line = layOut(`It is at ${shellWord(text)}, and nowhere else.`, 12);
      const [, word = ""] = /^(['"].*['"]),/m.exec(line) ?? [];
      expect(await paste(`npm ${word}`)).toEqual([["npm", text]]);
    }
  });

  it("is left as it is where every shell takes it so", () => {
    for (const text of ["ada@example.com", "0197a0c0-0000-7000-8000-000000000001", "--after"])
      expect(shellWord(text)).toBe(text);
  });
});

/** Those that an email address may have. */
const ADDRESSES = [
  "a`touch$ifs`pwned`@example.com",
  "a|touch|pwned@example.com",
  "b&touch&pwned&@example.com",
  "c'$pwned'@example.com",
  "{d}#~*?!@example.com",
  "-rf@example.com",
  "--json@example.com",
] as const;

describe("a command that is printed", () => {
  let env: Readonly<Record<string, string>>;
  let opened: OpenedAuth;

  beforeAll(async () => {
    env = environmentOf("sqlite", await newDatabase("sqlite"));
    opened = await openAuth(readConfig(env).config, { mailer: { deliver: async () => {} } });
    await opened.store.migrate();
    for (const address of [...ADDRESSES, "zoe@example.com"])
      await opened.auth.users.create({
        email: parseEmailAddress(address)!,
        name: "$(touch pwned)",
        operator: "a test",
      });
  });
  afterAll(async () => {
    await opened.auth.close();
    await opened.store.close();
  });

  it("leads from each page of users to the next, whatever their email addresses are", async () => {
    const seen: string[] = [];
    // What is printed to go on with asks for the same again: one at a time, of those who are
    // unverified.
    const first = ["users", "list", "--limit", "1", "--filter", "unverified"];
    for (let words: readonly string[] = first; ;) {
      const { code, out } = await call(env, ...words);
      expect(code).toBe(0);
      const [cell = ""] = /^\S+@example\.com\S*/m.exec(out) ?? [];
      const [[, , , address = ""] = []] = await paste(`auth-server users show ${cell}`);
      seen.push(address);
      const [, command] = /^More: (.*)$/m.exec(out) ?? [];
      if (command === undefined) break;
      const [[, ...next] = []] = await paste(command);
      words = next;
    }
    expect(seen.toSorted()).toEqual([...ADDRESSES, "zoe@example.com"].toSorted());
    expect(readdirSync(folder)).toEqual([]);
  });

  it("names a user and the operator's filters, whatever they are", async () => {
    for (const address of ADDRESSES) {
      const started = await call(env, "users", "delete", "--reason", "x", "--", address);
      const [, cancel = ""] = /^Until then it can be cancelled: (.*)$/m.exec(started.out) ?? [];
      const [[, ...words] = []] = await paste(cancel);
      expect((await call(env, ...words)).code).toBe(0);
      const shown = await call(env, "users", "activity", "--limit", "1", "--", address);
      const [, more = ""] = /^More: (.*)$/m.exec(shown.out) ?? [];
      const [[, ...next] = []] = await paste(more);
      expect(next).toContain(`--user=${address}`);
      expect((await call(env, ...next, "--limit", "1")).code).toBe(0);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("tries a job again, whatever its id is", async () => {
    const longAgo = new Date(0);
    for (const id of ["x'$(touch pwned)'", "-x; touch pwned", "x\ntouch pwned\nx"]) {
      await opened.store.jobs.enqueue({
        id: toId(id),
        kind: "erase-after",
        payload: null,
        subject: "none",
        attempts: 0,
        nextAttemptAt: longAgo,
        createdAt: longAgo,
      });
      const { err } = await call(env, "jobs", "cancel", "--", id);
      const [, command = ""] = /then: ([^]*)\n$/.exec(err) ?? [];
      expect(await paste(command)).toEqual([["auth-server", "jobs", "retry", id]]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("what a backup prints", () => {
  const names = HOSTILE.filter((name) => name !== "").map((name) => name.replaceAll("/", "_"));

  it("names the file and the database of Postgres and nothing else", async () => {
    const url = "postgres://auth@db.example.com/it's$(touch%20pwned)";
    for (const name of names) {
      const file = join(folder, name);
      const { code, out } = await call(environmentOf("postgres", url), "backup", "--", file);
      expect(code).toBe(0);
      const [, dump = ""] = /^ {2}(\(umask 077; [^]*\))$/m.exec(out) ?? [];
      const [, restore = ""] = /^Verify it: ([^]*)\n$/m.exec(out) ?? [];
      expect(await paste(`${dump}\n${restore}`)).toEqual([
        ["pg_dump", "--format=custom", "--no-owner", `--file=${file}`, `--dbname=${url}`],
        ["pg_restore", "--list", file],
      ]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("names the copy of SQLite, and the unfinished one of another, so that they can be removed", async () => {
    const env = environmentOf("sqlite", await newDatabase("sqlite"));
    await call(env, "migrate");
    for (const name of names) {
      const inside = join(folder, "in");
      mkdirSync(inside, { recursive: true });
      const file = join(inside, name);
      writeFileSync(`${file}.partial`, "");
      const { err } = await call(env, "backup", "--", file);
      const [, unfinished = ""] = /^([^]*) exists: another backup/.exec(err) ?? [];
      await paste(`rm ${unfinished}`);
      const { out } = await call(env, "backup", "--", file);
      const [, copy = ""] = /^([^]*): \d+ bytes, /.exec(out) ?? [];
      expect(readdirSync(inside)).toEqual([name]);
      await paste(`rm ${copy}`);
      expect(readdirSync(inside), name).toEqual([]);
    }
    expect(readdirSync(folder)).toEqual(["in"]);
  });
});

const PACKAGES = join(import.meta.dirname, "../..");
/** Where the commands of `auth-server` stand, those that features bring to it too. */
const COMMANDS = ["server/src", "second-factor/src/server", "webhooks/src/server"];

it("no command that is printed has a value in it that is not quoted", () => {
  const bare = COMMANDS.flatMap((room) => sourcesBelow(join(PACKAGES, room))).flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(
        /\b(?:auth-server [a-z-]+|npm \w+|pg_\w+|rm|RP_ID=)[^`\n]*?\$\{(?!shellWord\()[^}]*\}/g,
      ),
      ([text]) => `${relative(import.meta.dirname, file)}: ${text}`,
    ),
  );
  expect(bare).toEqual([]);
});

const sourcesBelow = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(root, name));

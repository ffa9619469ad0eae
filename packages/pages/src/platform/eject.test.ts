import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Ejectable } from "../ejecting/ejectable-files.js";
import { answerEject } from "./answer-eject.js";
import { acceptEjected, diffEjected, eject } from "./eject.js";

const PART = 'import { button } from "./parts/index.ts";\n';
const FILES: Ejectable = {
  "layout.ts": "layout\n",
  "parts/button.ts": "button\n",
  "parts/index.ts": "index\n",
  "sign-in.ts": `${PART}one\ntwo\nthree\n`,
  "sign-in-code.ts": PART,
  "style.css": "a {}\n",
  "texts/en.ts": "en\n",
};
/** A later version of the package. */
const LATER: Ejectable = { ...FILES, "sign-in.ts": `${PART}one\nzwei\nthree\n` };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "eject-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const read = (path: string): string => readFileSync(join(folder, path), "utf8");
const change = (path: string, text: string): void => writeFileSync(join(folder, path), text);

describe("eject", () => {
  it("writes everything, or what is named", () => {
    expect(eject({ folder, files: FILES }).written).toEqual(Object.keys(FILES));
    for (const [path, text] of Object.entries(FILES)) expect(read(path)).toBe(text);
    const other = join(folder, "other");
    const { written } = eject({ folder: other, files: FILES, names: ["signInCode", "texts"] });
    expect(written).toEqual(["sign-in-code.ts", "texts/en.ts"]);
    expect(readdirSync(other).sort()).toEqual([".originals", "sign-in-code.ts", "texts"]);
  });

  it("takes the parts from the package until they are ejected", () => {
    eject({ folder, files: FILES, names: ["sign-in"] });
    expect(read("sign-in.ts")).toMatch(/^import \{ button \} from "@acme\/auth-pages\/templates"/);
    eject({ folder, files: FILES, names: ["parts", "signInCode"] });
    expect(read("sign-in-code.ts")).toBe(PART);
    eject({ folder, files: FILES, names: ["sign-in"], force: true });
    expect(read("sign-in.ts")).toBe(FILES["sign-in.ts"]);
  });

  it("overwrites nothing, unless it is told to", () => {
    change("sign-in.ts", "mine");
    const { text } = answerEject({ folder, files: FILES, names: ["signIn", "layout"] });
    expect(read("sign-in.ts")).toBe("mine");
    expect(text.slice(0, 2)).toEqual([
      `Wrote 1 file to ${folder}.`,
      "Kept 1 file that exists already: sign-in.ts. To overwrite, give --force.",
    ]);
    eject({ folder, files: FILES, names: ["signIn"], force: true });
    expect(read("sign-in.ts")).not.toBe("mine");
  });

  it("keeps a link that leads nowhere, and writes nothing through it", () => {
    const target = join(folder, "elsewhere.ts");
    symlinkSync(target, join(folder, "sign-in.ts"));
    const { kept } = eject({ folder, files: FILES, names: ["signIn"] });
    expect(kept).toEqual(["sign-in.ts"]);
    const forced = () => eject({ folder, files: FILES, names: ["layout", "signIn"], force: true });
    expect(forced).toThrow(
      `${join(folder, "sign-in.ts")} is a link. Remove it, or eject into another folder.`,
    );
    expect(readdirSync(folder)).toEqual(["sign-in.ts"]);
  });

  it.each(["parts", ".originals"])("follows no link in the place of %s", (name) => {
    const [outside, inside] = [join(folder, "outside"), join(folder, "inside")];
    for (const made of [outside, inside]) mkdirSync(made);
    symlinkSync(outside, join(inside, name));
    for (const force of [false, true])
      expect(() => eject({ folder: inside, files: FILES, force })).toThrow(" is a link. Remove it");
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(inside)).toEqual([name]);
    writeFileSync(join(inside, "sign-in.ts"), "mine");
    const accepted = () => acceptEjected({ folder: inside, files: FILES });
    if (name === ".originals") expect(accepted).toThrow(" is a link. Remove it");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("says how the files are used", () => {
    const { usage } = eject({ folder: "./auth-pages-of-a-test", files: FILES, names: [] });
    rmSync("./auth-pages-of-a-test", { recursive: true });
    expect(usage).toBe(
      [
        'import { readFileSync } from "node:fs";',
        'import { signIn } from "./auth-pages-of-a-test/sign-in.ts";',
        'import { signInCode } from "./auth-pages-of-a-test/sign-in-code.ts";',
        'import { accountLayout, entryLayout } from "./auth-pages-of-a-test/layout.ts";',
        'import { en } from "./auth-pages-of-a-test/texts/en.ts";',
        "",
        "createPages({",
        "  templates: { signIn, signInCode },",
        "  layouts: { account: accountLayout, entry: entryLayout },",
        '  style: readFileSync(new URL("./auth-pages-of-a-test/style.css", import.meta.url), "utf8"),',
        "  texts: { en },",
        "});",
      ].join("\n"),
    );
  });

  it("knows the names that there are", () => {
    const refused = () => eject({ folder, files: FILES, names: ["sigIn"] });
    expect(refused).toThrow(
      'There is no "sigIn" to eject. There are: layout, parts, style, texts, signIn, signInCode.',
    );
    expect(() => answerEject({ folder, files: FILES, diff: true })).toThrow(
      `Nothing was ejected into ${folder}. Eject into it first: eject ${folder}`,
    );
    expect(() => answerEject({ folder, files: FILES, diff: true, force: true })).toThrow(
      "Give one of --diff, --accept and --force.",
    );
  });
});

describe("eject --diff", () => {
  const told = (files: Ejectable): string =>
    answerEject({ folder, files, diff: true }).text.join("\n");

  it("tells what the application changed from what the package changed since", () => {
    eject({ folder, files: FILES });
    expect(told(FILES)).toBe("Nothing has changed: neither your files nor the package's.");
    change("layout.ts", "mine\n");
    expect(told(FILES)).toBe(
      "layout.ts: you changed it; the package did not change it\n\nNothing has changed in the package since.",
    );
    change("sign-in.ts", `${PART}one\ntwo\nfour\n`);
    unlinkSync(join(folder, "sign-in-code.ts"));
    expect(told(LATER)).toBe(`layout.ts: you changed it; the package did not change it
sign-in-code.ts: you deleted it; the package did not change it
sign-in.ts: you changed it; the package changed it

--- sign-in.ts (as you ejected it)
+++ sign-in.ts (as the package has it now)
@@ -1,5 +1,5 @@
 import { button } from "./parts/index.ts";
 one
-two
+zwei
 three
 

Take over what you want of it. \`eject --accept DIR\` then has --diff show later changes only.`);
  });

  it("is about the files that were ejected, each with the parts it has", () => {
    eject({ folder, files: FILES, names: ["signIn"] });
    const changes = diffEjected({ folder, files: LATER });
    expect(changes).toMatchObject([{ path: "sign-in.ts", you: "same", package: "changed" }]);
    expect(changes[0]?.diff).not.toMatch(/^[-+]import/m);
    const { "sign-in.ts": _gone, ...others } = FILES;
    expect(diffEjected({ folder, files: others })).toMatchObject([{ package: "removed" }]);
  });

  it("compares with the file itself where it is not known what was ejected", () => {
    change("sign-in.ts", FILES["sign-in.ts"] ?? "");
    expect(diffEjected({ folder, files: FILES })).toMatchObject([{ package: "same" }]);
    const [found] = diffEjected({ folder, files: LATER });
    expect(found?.diff).toContain("--- sign-in.ts (your file)");
  });

  it("shows later changes only, once the present ones are accepted", () => {
    eject({ folder, files: FILES });
    change("sign-in.ts", "mine\n");
    expect(acceptEjected({ folder, files: LATER, names: ["signIn"] })).toEqual(["sign-in.ts"]);
    expect(read("sign-in.ts")).toBe("mine\n");
    expect(told(LATER)).toBe(
      "sign-in.ts: you changed it; the package did not change it\n\nNothing has changed in the package since.",
    );
    expect(told(FILES)).toContain("+two");
  });
});

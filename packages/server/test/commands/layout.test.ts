import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/commands/command-table.js";
import { commandHelp, helpText } from "../../src/commands/help.js";
import { layOut } from "../../src/commands/layout.js";

const TABLE = {
  head: ["ID", "STATE", "ABOUT"],
  rows: [
    ["019ab0c2-5b1e-7000-8000-000000000001", "dead", "ada\u001b[2J"],
    ["019ab0c2-5b1e-7000-8000-000000000002", "waiting", null],
  ],
};
const IN_COLUMNS = `ID                                    STATE    ABOUT
019ab0c2-5b1e-7000-8000-000000000001  dead     ada\\u001b[2J
019ab0c2-5b1e-7000-8000-000000000002  waiting  –`;

describe("a table", () => {
  it("has a line for each row where it fits, and where no person reads it", () => {
    expect(layOut(TABLE, null)).toBe(IN_COLUMNS);
    expect(layOut(TABLE, 59)).toBe(IN_COLUMNS);
  });

  it("has a line for each cell where a row would not fit into one", () => {
    expect(layOut(TABLE, 58)).toBe(`ID     019ab0c2-5b1e-7000-8000-000000000001
STATE  dead
ABOUT  ada\\u001b[2J

ID     019ab0c2-5b1e-7000-8000-000000000002
STATE  waiting
ABOUT  –`);
  });
});

describe("a text", () => {
  it("is broken between words, below the first word of its line", () => {
    expect(layOut("ok       database: it is reachable and up to date", 33)).toBe(
      "ok       database: it is\n         reachable and up to date",
    );
    expect(layOut("  1. Put the present secret\nin front", 20)).toBe(
      "  1. Put the present\n     secret\nin front",
    );
    expect(layOut("  The last attempt failed: away", null)).toBe("  The last attempt failed: away");
  });

  it("keeps a command whole, because half of one does something else", () => {
    expect(layOut("Bring it up to date: auth-server migrate --check", 40)).toBe(
      "Bring it up to date:\nauth-server migrate --check",
    );
  });

  it("is not broken where it is to be copied, nor within a word", () => {
    expect(layOut({ verbatim: "pg_dump --format=custom --no-owner" }, 10)).toBe(
      "pg_dump --format=custom --no-owner",
    );
    expect(layOut("Secret   whsec_abcdefghijklmnop", 10)).toBe("Secret   whsec_abcdefghijklmnop");
  });

  it("has its parts apart", () => {
    expect(layOut(["one", { verbatim: "two" }], null)).toBe("one\n\ntwo");
  });
});

it("the help of every command fits into 80 columns", () => {
  const helps = Object.entries(COMMANDS).map(([name, command]) => commandHelp(name, command));
  for (const help of [helpText(), ...helps]) {
    const lines = layOut(help, 80).split("\n");
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  }
});

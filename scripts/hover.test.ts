import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { faultOfHover, hover } from "./tasks/hover.mjs";

const folder = mkdtempSync(join(tmpdir(), "auth-hover-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const app = `import { passwords } from "./passwords.js"; passwords.signIn/*here*/();`;

/** What an editor shows of `passwords.signIn`, declared as it is given. */
function hoverOver(declaration: string) {
  writeFileSync(
    join(folder, "tsconfig.json"),
    '{ "compilerOptions": { "module": "nodenext", "noLib": true, "types": [] } }',
  );
  writeFileSync(join(folder, "passwords.d.ts"), declaration);
  return hover(folder, "app.mts", app);
}

describe("an editor", () => {
  it("shows the text and the errors of a documented method", () => {
    const shown = hoverOver(`export interface Passwords {
      /**
       * Opens a session.
       * @throws {AuthError} \`INVALID_EMAIL_OR_PASSWORD\`
       */
      signIn(): void;
    }
    export declare const passwords: Passwords;`);
    expect(shown.text).toBe("Opens a session.");
    expect(shown.tags).toEqual([
      { name: "throws", text: "{AuthError} `INVALID_EMAIL_OR_PASSWORD`" },
    ]);
    expect(faultOfHover(shown)).toBeNull();
  });

  it("that shows no text is reported", () => {
    const shown = hoverOver("export declare const passwords: { signIn: () => void };");
    expect(faultOfHover(shown)).toBe("auth.passwords.signIn shows no text in an editor");
  });

  it("that shows no errors is reported", () => {
    const shown = hoverOver(`export interface Passwords {
      /** Opens a session. */
      signIn(): void;
    }
    export declare const passwords: Passwords;`);
    expect(faultOfHover(shown)).toMatch("does not show what it throws");
  });
});

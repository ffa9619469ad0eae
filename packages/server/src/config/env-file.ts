import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Reads `.env` of the folder in which the process was started, where there is one. Variables that
 * are set already win. Ends a process that may not read it.
 */
export function readEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "ENOENT") return;
    console.error(".env cannot be read. Correct its permissions, or remove it.");
    process.exit(1);
  }
}

/**
 * Returns the variables that stand in `.env` of the folder in which the process was started; none
 * where it cannot be read.
 */
export function envFileVariables(): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(".env", "utf8"));
  } catch {
    return {};
  }
}

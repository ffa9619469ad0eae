/** Reads `.env` of the folder in which the process was started, where there is one. Variables that are set already win. Ends a process that may not read it. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "ENOENT") return;
    console.error(".env cannot be read. Correct its permissions, or remove it.");
    process.exit(1);
  }
}

import { env } from "node:process";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  workers: 1,
  reporter: "line",
  outputDir: env["OUTPUT"] ?? "",
  use: {
    baseURL: env["SERVICE_URL"] ?? "",
    locale: "en-US",
    launchOptions: {
      executablePath: env["CHROMIUM"] || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    },
  },
});

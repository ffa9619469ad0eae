// Builds the documentation site into docs/.vitepress/dist. Needs no network.
import { docs } from "../tasks/docs.mjs";

process.exit(await docs([]));

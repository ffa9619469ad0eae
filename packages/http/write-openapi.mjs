// Writes the OpenAPI document of the surface beside the built package, which exports it as
// `@acme/auth-http/openapi.json`.
import { writeFileSync } from "node:fs";
import { openapiDocument, sections } from "./dist/index.js";

/**
 * In a reserved domain, so that the document leads nowhere. A running service names its own URL.
 */
const DOCUMENTED_SERVER = "https://auth.acme.example";

const document = await openapiDocument(sections, DOCUMENTED_SERVER);
writeFileSync("dist/openapi.json", `${JSON.stringify(document, null, 2)}\n`);

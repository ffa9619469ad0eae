import { expect, it } from "vitest";
import { hasOwnSqlite as asServerSays } from "../packages/server/src/config/own-sqlite.js";
import { hasOwnSqlite } from "./tasks/own-sqlite.mjs";

it("the first start compiles no SQLite exactly where the server uses that of Node", () => {
  const majors = [20, 22, 24, 25, 26, 27];
  for (const major of majors)
    for (let minor = 0; minor < 25; minor++) {
      const version = `${major}.${minor}.0`;
      expect(hasOwnSqlite(version), version).toBe(asServerSays(version));
    }
});

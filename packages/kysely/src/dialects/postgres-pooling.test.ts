import { Pool } from "pg";
import { expect, it } from "vitest";
import { clientBeside } from "./postgres-pooling.js";

it("a connection beside a pool has the pool's password, however the pool was given it", () => {
  const passwordOf = (pool: Pool): unknown => Reflect.get(clientBeside(pool, {}) ?? {}, "password");
  const connectionString = "postgres://auth:hush@localhost/auth";
  expect(passwordOf(new Pool({ host: "localhost", user: "auth", password: "hush" }))).toBe("hush");
  expect(passwordOf(new Pool({ connectionString }))).toBe("hush");
});

import { createAuth } from "@acme/auth-core";
import { createSite, createSurface, mount } from "@acme/auth-express";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";

/** An application with no optional feature. A test asks what its bundle is made of. */
export const APPLICATION = {
  createAuth,
  createSite,
  createSurface,
  mount,
  createPostgresStore,
  createSqliteStore,
};

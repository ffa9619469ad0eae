/**
 * A newer release has changed the database in a way that this release cannot work with. The message
 * says which, and what to do.
 */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
  readonly code = "SCHEMA_TOO_NEW";
}

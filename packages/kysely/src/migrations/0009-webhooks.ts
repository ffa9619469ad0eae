import type { MovedMigration } from "./migration.js";

/** Endpoints and deliveries. A database of that time has their tables, used or not. */
export const webhooks: MovedMigration = {
  id: "0009-webhooks",
  movedTo: "auth_webhook",
  checksums: {
    postgres: "3752d7a2c965c2773984bde6e79ab3d917c4d764796b82b8d877574839d0ec6b",
    sqlite: "31235d658622dffc980626e4023d4d4072537861584d9eaff0c13b73d87d11b0",
  },
};

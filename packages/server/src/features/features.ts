import type { AnyFeature, CorePermission } from "@acme/auth-core";
import type { FeatureRoutes, Surface } from "@acme/auth-express";
import type { FeatureTables } from "@acme/auth-kysely";
import type { AnyFeaturePages } from "@acme/auth-pages";
import { secondFactorServer } from "@acme/auth-second-factor/server";
import { webhooksServer } from "@acme/auth-webhooks/server";
import type { Handler } from "express";
import type { Billing } from "../sample/billing/billing.js";

/**
 * What a feature is to this server: a row that lacks something does not compile. Null: the feature
 * has none.
 */
export interface ServerFeature {
  /** How people call it. */
  readonly title: string;
  /**
   * Its variables, commands, checks of the doctor and what it shows of a user. Each is held by who
   * reads it: `config/variables.ts`, `commands/command-table.ts`, `commands/doctor-queues.ts`,
   * `commands/users-of-features.ts`.
   */
  readonly server: {
    readonly variables: (readers: never) => Readonly<Record<string, object>>;
    readonly commands: Readonly<Record<string, object>>;
    readonly checks: readonly ((examined: never) => Promise<unknown>)[];
    /** Loads what shows its part of one user. Null: it has none. */
    readonly showUser: (() => Promise<(asked: never) => Promise<unknown>>) | null;
    /** The queues it has, by the names that metrics have. */
    readonly queues: readonly string[];
    /** Returns what is wrong between its variables, and others: `config/config.ts`. */
    readonly problems: (draft: never) => readonly string[];
  } | null;
  /** Whether it is there with these settings. Null: always. */
  readonly isOn: ((settings: never) => boolean) | null;
  /** Loads the rest, which help and the configuration do without. */
  readonly load: () => Promise<LoadedFeature>;
}

/** A feature that is about to be used. */
export interface LoadedFeature {
  /** Builds it from the values of its variables. Null: it is routes alone, over the library as it is. */
  readonly create: ((settings: never) => AnyFeature) | null;
  readonly tables: FeatureTables<object, Record<string, Record<string, unknown>>> | null;
  readonly routes: {
    /** The section of the reference that shows them. */
    readonly section: FeatureRoutes<CorePermission, never>;
    /** Loads what answers them. Null: the surface answers them all. */
    readonly serve: ((given: never) => Promise<Handler>) | null;
  } | null;
  /** Loads its pages, which only `PAGES=on` shows. Null: it has none. */
  readonly pages: (() => Promise<AnyFeaturePages>) | null;
}

/** What routes are served over. `A` is what they need of the system. */
export interface Served<A> {
  readonly surface: Surface;
  readonly auth: A;
}

/** What the second factor is built from. */
interface SecondFactorSettings {
  readonly appUrl: string;
  readonly secondFactorUrl: string | null;
  readonly secondFactorRecoveryHours: number;
}

/** The optional features of this server, a row each: one more is one more row, and no more. */
export const FEATURES = [
  {
    title: "the paths of better-auth",
    server: null,
    isOn: null,
    load: async () => {
      const { betterAuthRoutes } = await import("@acme/auth-better-auth");
      const routes = { section: betterAuthRoutes, serve: null };
      return { create: null, tables: null, routes, pages: null };
    },
  },
  {
    title: "webhooks",
    server: webhooksServer,
    isOn: null,
    load: async () => {
      const [{ webhooks }, { webhookTables }] = await Promise.all([
        import("@acme/auth-webhooks"),
        import("@acme/auth-webhooks/kysely"),
      ]);
      return {
        create: (settings: { readonly webhookAllowedNetworks: readonly string[] | null }) =>
          webhooks({ allowedNetworks: settings.webhookAllowedNetworks ?? [] }),
        tables: webhookTables,
        routes: null,
        pages: null,
      };
    },
  },
  {
    title: "the second factor",
    server: secondFactorServer,
    isOn: (settings: { readonly secondFactor: "on" | "off" }) => settings.secondFactor === "on",
    load: async () => {
      const [{ HOUR }, { SECOND_FACTOR_LIMITS, secondFactor }, { secondFactorTables }, routes] =
        await Promise.all([
          import("@acme/auth-core/surface"),
          import("@acme/auth-second-factor"),
          import("@acme/auth-second-factor/kysely"),
          import("@acme/auth-second-factor/http"),
        ]);
      const { recoveryWait } = SECOND_FACTOR_LIMITS;
      return {
        create: (settings: SecondFactorSettings) => ({
          ...secondFactor({ url: settings.secondFactorUrl ?? `${settings.appUrl}/second-factor` }),
          limits: {
            ...SECOND_FACTOR_LIMITS,
            recoveryWait: { ...recoveryWait, value: settings.secondFactorRecoveryHours * HOUR },
          },
        }),
        tables: secondFactorTables,
        routes: { section: routes.secondFactorRoutes, serve: null },
        pages: async () => (await import("@acme/auth-second-factor/pages")).secondFactorPages,
      };
    },
  },
  {
    title: "the sample billing",
    server: null,
    isOn: null,
    load: async () => {
      const [{ billing }, { billingTables }, { billingRoutes }] = await Promise.all([
        import("../sample/billing/billing.js"),
        import("../sample/billing/tables.js"),
        import("../sample/billing/description.js"),
      ]);
      return {
        create: (_settings: object) => billing,
        tables: billingTables,
        routes: {
          section: billingRoutes,
          serve: async ({ surface, auth }: Served<{ readonly billing: Billing }>) =>
            (await import("../sample/billing/routes.js")).billingRoutes({
              surface,
              billing: auth.billing,
            }),
        },
        pages: null,
      };
    },
  },
] as const satisfies readonly ServerFeature[];

/** What the features bring to the configuration, the commands and the doctor. */
export const FEATURE_SERVERS = FEATURES.flatMap(({ server }) => (server === null ? [] : [server]));

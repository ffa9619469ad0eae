import type { Auth } from "@acme/auth-core";
import type { ViewedItems, ViewName } from "./kernel/additions.js";
import type { Needs, RouteSchema } from "./kernel/route.js";

/** The schemas of added fields by their names. Each is built after `loadZod`. */
export type FieldSchemas = Readonly<Record<string, RouteSchema>>;

/** What a feature shows of one item: a value for each of its schemas. */
export type FieldsBy<S extends FieldSchemas> = {
  readonly [N in keyof S]: ReturnType<S[N]>["_zod"]["input"];
};

/** Where the fields that a feature adds to one view come from. */
export interface FieldsSource<T, S extends FieldSchemas, L, W> {
  /**
   * Reads what `show` needs besides the item: called once for an answer, with every item in it.
   * What the route does is committed by then, so it must not refuse. Return a promise only where
   * something has to be read.
   */
  readonly load?: (items: readonly T[], auth: Auth & W) => Promise<L> | L;
  /** Returns the fields of one item. Of what it returns, only what has a schema is shown. */
  readonly show: (item: T, loaded: L) => FieldsBy<S>;
}

/** Fields with their schemas, which still need a source. */
export interface FieldsFrom<S extends FieldSchemas, W> {
  /** `T` is what the view is made from: the place where the fields stand says it. */
  from<T, L>(source: FieldsSource<T, S, L, W>): AddedFields<T, W>;
}

/** The fields that a feature adds to one view, with their types forgotten. */
export interface AddedFields<T, W = unknown> extends Needs<W> {
  /** The schema of each field. A field that the view has already is refused at the start. */
  readonly schemas: FieldSchemas;
  /** Reads what the fields of all items of an answer need, in one call. It must not refuse. */
  load?(items: readonly T[], auth: Auth): unknown;
  /** Returns the fields of one item, from what `load` has read. */
  show(item: T, loaded: unknown): Readonly<Record<string, unknown>>;
}

/**
 * The fields that a feature adds to what the surface shows, by view. They stand in every answer
 * that contains the view, and in its schema in the reference.
 */
export type ShownFields<W = unknown> = {
  readonly [V in ViewName]?: AddedFields<ViewedItems[V], W>;
};

/**
 * Returns what defines the fields that a feature adds to a view: `load` finds `W` on `auth` besides
 * the base, and the compiler compares what `show` returns with the schemas.
 * @example
 * const fields = fieldsOf<{ readonly notes: Notes }>();
 * export const notesRoutes: FeatureRoutes<CorePermission, { readonly notes: Notes }> = {
 *   title: "Notes",
 *   description: "What users have written down.",
 *   feature: "notes",
 *   shown: {
 *     user: fields({ notes: () => z.int().describe("How many notes the user has.") }).from({
 *       load: (users, auth) => auth.notes.countByUser(users.map(({ id }) => id)),
 *       show: ({ id }, counts) => ({ notes: counts.get(id) ?? 0 }),
 *     }),
 *   },
 *   routes: {},
 * };
 */
export const fieldsOf =
  <W = unknown>() =>
  // Two calls, so that the schemas are known where the compiler reads what `show` returns.
  <S extends FieldSchemas>(schemas: S): FieldsFrom<S, W> => ({
    from: (source) => ({ schemas, ...source }),
  });

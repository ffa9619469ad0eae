import type { CorePermission, Feature, UserId } from "@acme/auth-core";
import {
  changed,
  count,
  type FeatureTables,
  statement,
  type StoreMaker,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { FeatureRoutes } from "../src/feature-routes.js";
import { z } from "../src/kernel/zod.js";
import { fieldsOf } from "../src/shown-fields.js";

interface NoteStore {
  insert(id: string, userId: UserId): Promise<void>;
  count(userId: UserId): Promise<number>;
}
interface NotesStores {
  readonly noteStore: NoteStore;
}

interface Tables {
  notes_note: { id: string; user_id: UserId };
}

const noteStore: StoreMaker<NoteStore> = (compiler) => {
  const db = tablesOf<Tables>(compiler);
  const insert = statement((given: { id: string; userId: UserId }) =>
    db.insertInto("notes_note").values({ id: given.id, user_id: given.userId }),
  );
  const ofUser = statement((given: { userId: UserId }) =>
    db
      .selectFrom("notes_note")
      .select(({ fn }) => fn.countAll().as("total"))
      .where("user_id", "=", given.userId),
  );
  return ({ reads, writes }) => ({
    async insert(id, userId) {
      await changed(writes, insert, { id, userId });
    },
    count: (userId) => count(reads, ofUser, { userId }),
  });
};

export const notesTables: FeatureTables<NotesStores, Tables> = {
  name: "notes",
  migrations: {
    namespace: "notes",
    migrations: [
      {
        id: "0001-notes",
        statements: ({ id, tableEnd }) => [
          `create table notes_note (
            id ${id} not null primary key,
            user_id ${id} not null references auth_user (id) on delete cascade
          )${tableEnd}`,
        ],
      },
    ],
  },
  stores: { noteStore },
  lifetimes: { notes_note: null },
};

interface Notes {
  write(userId: UserId, id: string): Promise<void>;
  /** How many notes each of the users has: one call for all of them. */
  countByUser(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, number>>;
  /** How many users each call of `countByUser` was asked about. */
  readonly asked: number[];
}

export const notes: Feature<"notes", NotesStores, Notes> = {
  name: "notes",
  ownership: {
    noteStore: {
      of: "user",
      plantable: false,
      endedByReset: false,
      endedByEmailChange: false,
      erased: "cascade",
      exported: null,
    },
  },
  create({ store }) {
    const asked: number[] = [];
    return {
      asked,
      write: (userId, id) => store.noteStore.insert(id, userId),
      async countByUser(userIds) {
        asked.push(userIds.length);
        const counted = await Promise.all(
          userIds.map(async (id) => [id, await store.noteStore.count(id)] as const),
        );
        return new Map(counted);
      },
    };
  },
};

interface WithNotes {
  readonly notes: Notes;
}
const fields = fieldsOf<WithNotes>();

/** A field in every view: read from the store, from the item, or known to the feature. */
export const notesRoutes: FeatureRoutes<CorePermission, WithNotes> = {
  title: "Notes",
  description: "What users have written down.",
  feature: "notes",
  shown: {
    user: fields({ notes: () => z.int().describe("How many notes the user has.") }).from({
      load: (users, auth) => auth.notes.countByUser(users.map(({ id }) => id)),
      // The others are shown to nobody: they have no schema.
      show: (user, counts) => ({ notes: counts.get(user.id) ?? 0, ...user }),
    }),
    session: fields({
      openedBy: () => z.string().describe("The sign-in method that opened the session."),
      ownerNotes: () => z.int().describe("How many notes the user of the session has."),
    }).from({
      load: (sessions, auth) => auth.notes.countByUser(sessions.map(({ userId }) => userId)),
      show: ({ authenticatedBy, userId }, counts) => ({
        openedBy: authenticatedBy,
        ownerNotes: counts.get(userId) ?? 0,
      }),
    }),
    passkey: fields({
      counter: () => z.int().describe("The signature counter it last showed."),
    }).from({
      show: ({ counter }) => ({ counter }),
    }),
    organization: fields({
      initial: () => z.string().describe("The first letter of the name."),
    }).from({
      show: ({ name }) => ({ initial: name.slice(0, 1) }),
    }),
    me: fields({
      mayWrite: () => z.boolean().describe("Whether the caller may write notes."),
    }).from({
      show: ({ membership }) => ({ mayWrite: membership !== null }),
    }),
    methods: fields({
      handwriting: () => z.array(z.enum(["ink", "pencil"])).describe("The pens."),
    }).from({
      show: () => ({ handwriting: ["ink"] }),
    }),
    policy: fields({ noteDays: () => z.number().describe("How long notes are kept.") }).from({
      show: ({ deletionGraceDays }) => ({ noteDays: 2 * deletionGraceDays }),
    }),
  },
  routes: {},
};

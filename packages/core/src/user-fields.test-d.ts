import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { Auth } from "./auth.js";
import type { AuthOptions } from "./auth-options.js";
import { createAuth } from "./create-auth.js";
import type { UserId } from "./kernel/ids.js";
import {
  type AcceptedFields,
  defineUserFields,
  type FieldsOf,
  type ShownFields,
} from "./kernel/user-fields.js";

declare const options: Omit<AuthOptions, "userFields">;
declare const id: UserId;

const userFields = defineUserFields({
  nickname: { schema: z.string().max(40), accepted: ["sign-up", "update-user"], shown: ["me"] },
  plan: { schema: z.enum(["free", "team"]), default: "free", shown: ["me"] },
  seats: { schema: v.number(), accepted: ["update-user"], jsonSchema: { type: "number" } },
  address: { schema: type({ city: "string" }) },
});

const operator = "jane@sales: 4711";

describe("own fields of users", () => {
  it("are read with the types of their schemas, and are there when they have a default", async () => {
    const auth = createAuth({ ...options, userFields });
    const user = await auth.users.find(id);
    const values = auth.userFields.of(user!);
    expectTypeOf(values.nickname).toEqualTypeOf<string | undefined>();
    expectTypeOf(values.plan).toEqualTypeOf<"free" | "team">();
    expectTypeOf(values.seats).toEqualTypeOf<number | undefined>();
    expectTypeOf(values.address).toEqualTypeOf<{ city: string } | undefined>();
    const caller = await auth.sessions.identify({ sessionToken: null, organization: null });
    expectTypeOf(auth.userFields.of(caller!.user).plan).toEqualTypeOf<"free" | "team">();
    // @ts-expect-error -- there is no such field
    expectTypeOf(values.nick).toBeAny();
  });

  it("are read with their types where they stand in the options themselves", () => {
    const auth = createAuth({
      ...options,
      userFields: { beta: { schema: z.boolean(), default: false } },
    });
    expectTypeOf(auth.userFields.of({}).beta).toEqualTypeOf<boolean>();
  });

  it("are written by operators with what their schemas take, or null", async () => {
    const auth = createAuth({ ...options, userFields });
    await auth.users.setFields(id, { fields: { plan: "team", nickname: null }, operator });
    // @ts-expect-error -- no plan of that name
    await auth.users.setFields(id, { fields: { plan: "gold" }, operator });
    // @ts-expect-error -- there is no such field
    await auth.users.setFields(id, { fields: { nick: "ada" }, operator });
  });

  it("are typed for front ends by where they are shown and accepted", () => {
    type Fields = typeof userFields;
    expectTypeOf<keyof ShownFields<Fields>>().toEqualTypeOf<"nickname" | "plan">();
    expectTypeOf<ShownFields<Fields>["plan"]>().toEqualTypeOf<"free" | "team">();
    expectTypeOf<keyof AcceptedFields<Fields, "sign-up">>().toEqualTypeOf<"nickname">();
    expectTypeOf<keyof AcceptedFields<Fields, "update-user">>().toEqualTypeOf<
      "nickname" | "seats"
    >();
    expectTypeOf<keyof FieldsOf<Fields>>().toEqualTypeOf<keyof Fields>();
  });

  it("hold JSON only", () => {
    // @ts-expect-error -- a date is no JSON
    defineUserFields({ born: { schema: z.date() } });
    // @ts-expect-error -- no such place
    defineUserFields({ nickname: { schema: z.string(), accepted: ["sign-in"] } });
  });

  it("are none without the option, and what knows none of them takes every auth", () => {
    const auth = createAuth(options);
    // @ts-expect-error -- there is no such field
    expectTypeOf(auth.userFields.of({}).nickname).toBeAny();
    const serve = (_auth: Auth): void => undefined;
    serve(auth);
    serve(createAuth({ ...options, userFields }));
  });
});

import { expect, it } from "vitest";
import { goesThroughRows } from "./goes-through-rows.js";
import { skeletonOf } from "./own-tables.js";

const VOLATILE = ["gen_random_uuid", "random", "nextval"];
const ask = (statement: string): Promise<boolean> =>
  goesThroughRows(skeletonOf(statement), (functions) =>
    Promise.resolve(functions.some((name) => VOLATILE.includes(name))),
  );

it.each([
  "alter table shop_cart add column key uuid not null default gen_random_uuid()",
  "alter table shop_cart add note text, add column luck float default (1 + random())",
  "alter table shop_cart add column place bigserial",
  "alter table shop_cart add column place integer generated always as identity",
  "alter table shop_cart add column total integer generated always as (price * 2) stored",
  "alter table shop_cart add column price integer check (price > 0)",
  "alter table shop_cart alter column price set not null",
  "alter table only shop_cart alter price type bigint",
  "alter table shop_cart alter column price set data type bigint",
  "alter table shop_cart add constraint shop_cart_price unique (price)",
  "alter table shop_cart add constraint shop_cart_high check (price > 9), add note text",
  "alter table shop_cart add primary key (id)",
  "create index shop_cart_price on shop_cart (price)",
  "update shop_cart set price = 0",
  "delete from shop_cart where price is null",
  "insert into shop_line select id from shop_cart",
])("every row is read or written by %s", async (statement) => {
  expect(await ask(statement)).toBe(true);
});

it.each([
  "alter table shop_cart add column note text",
  "alter table shop_cart add column price integer not null default 0",
  "alter table shop_cart add column note text default 'gen_random_uuid()'",
  "alter table shop_cart add column made_at timestamptz not null default now()",
  "alter table shop_cart add column detail jsonb default cast('{}' as jsonb)",
  "alter table shop_cart add column size varchar(9)",
  "alter table shop_cart add column owner text references shop_user (id)",
  "alter table shop_cart add constraint shop_cart_high check (price > 9)\nnot valid",
  "alter table shop_cart add constraint shop_cart_price unique using index shop_cart_price_key",
  "alter table shop_cart alter column note set default gen_random_uuid()",
  "alter table shop_cart drop column note",
  "alter table shop_cart rename column note to remark",
  "create index concurrently shop_cart_price on shop_cart (price)",
  "create table shop_line (id integer primary key)",
  "drop table shop_cart",
  "insert into shop_cart values ('a', 1)",
])("the number of rows does not matter to %s", async (statement) => {
  expect(await ask(statement)).toBe(false);
});

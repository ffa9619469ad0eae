import { describe, expect, it } from "vitest";
import { partsOf } from "./online-steps.js";
import { faultOfPostponed } from "./postponed.js";

const INDEX = "create index shop_cart_price on shop_cart (price) where note is not null";
const UNIQUE = "create unique index shop_cart_key on shop_cart (name, price)";
const CHECK = "alter table shop_cart add constraint cheap check (price < 10)";

function faultOf(statements: readonly string[], rewrites: readonly string[] = []) {
  const { postponed } = partsOf({ statements, rewrites }, "postgres", {
    made: new Set(),
    empty: new Set(),
  });
  return faultOfPostponed({ id: "0002-x", statements, rewrites }, postponed);
}

describe("behind what is done after the transaction, a migration", () => {
  it.each([
    [INDEX, "alter table shop_cart rename to shop_basket"],
    [INDEX, "alter table shop_cart set schema archive"],
    [INDEX, "drop table if exists shop_cart"],
    [INDEX, "drop index if exists shop_cart_price"],
    [INDEX, "alter table shop_cart drop column price"],
    [INDEX, 'alter table only "shop_cart" drop if exists "note", add column remark text'],
    [INDEX, "alter table shop_cart add column remark text, rename price to cents"],
    [INDEX, "alter table shop_cart cluster on shop_cart_price"],
    [UNIQUE, "alter table shop_cart add constraint one unique using index shop_cart_key"],
    [
      UNIQUE,
      "create table shop_line (a text, b text, foreign key (a, b) references shop_cart(price, name))",
    ],
    [UNIQUE, "insert into shop_cart (name) values ('a') on conflict (name, price) do nothing"],
    [CHECK, "alter table shop_cart rename to shop_basket"],
    [CHECK, "alter table shop_cart drop constraint cheap"],
    [CHECK, "alter table shop_cart rename constraint cheap to kind"],
  ])("may not, behind %j: %s", (first, second) => {
    expect(faultOf([first, second])).toMatch(
      /^statement 2 of migration 0002-x removes, renames or needs what statement 1 is about, /,
    );
    // In this order each finds what it needs.
    expect(faultOf([second, first])).toBeNull();
  });

  it.each([
    [INDEX, "alter table shop_cart drop column remark"],
    [INDEX, "alter table shop_cart alter column price drop not null"],
    [INDEX, "alter table shop_cart alter column price drop default"],
    [INDEX, "alter table shop_line rename price to cents"],
    [INDEX, "alter table shop_line rename to shop_row"],
    [INDEX, "drop index shop_cart_old"],
    [INDEX, "insert into shop_cart (price) values (1)"],
    [INDEX, "insert into shop_cart (price) values (1) on conflict (id) do nothing"],
    [UNIQUE, "create table shop_line (cart text references shop_cart (id))"],
    [
      UNIQUE,
      "create table shop_line (a text, b text, foreign key (a, b) references shop_list (name, price))",
    ],
    [CHECK, "alter table shop_cart drop constraint old"],
    [CHECK, INDEX],
  ])("may, behind %j: %s", (first, second) => {
    expect(faultOf([first, second])).toBeNull();
  });

  it("rewrites no rows with a unique index that is built behind the rewrites", () => {
    const rewrite =
      "insert into shop_cart (name) select name from shop_old on conflict (price, name) do nothing";
    expect(faultOf([UNIQUE], [rewrite])).toContain("statement 2 of migration 0002-x");
  });
});

import { describe, expect, it } from "vitest";
import { foreignTouch } from "./own-tables.js";

describe("a migration of the namespace billing", () => {
  it.each([
    "create table billing_plan (id text references auth_organization (id) on delete cascade)",
    'CREATE TABLE IF NOT EXISTS "billing_plan" (id text) strict;',
    "create table public.billing_plan (id text)",
    "alter table billing_plan add column note text default 'a; b -- c'",
    "alter table billing_plan rename to billing_offer",
    "create unique index billing_plan_name on billing_plan (name) -- by name; not by id",
    "create index if not exists billing_by_user on only billing_plan (user_id)",
    "drop index if exists billing_plan_name",
    "drop table billing_plan",
    "insert into billing_plan (id) select id from auth_organization",
    "insert or ignore into billing_plan (id) values ('1')",
    "update billing_plan set note = (select name from auth_user where id = user_id)",
    "delete from billing_plan where id not in (select id from auth_organization)",
    "select count(*) from auth_user",
    "/* first */ create view billing_active as select * from billing_plan",
  ])("may: %s", (statement) => {
    expect(foreignTouch("billing", statement)).toBeNull();
  });

  it.each([
    ["drop table auth_user", "changes auth_user"],
    ["create table billings (id text)", "changes billings"],
    ["create table plan (id text)", "changes plan"],
    ["alter table auth_user add column plan text", "changes auth_user"],
    ['alter table "auth_user" drop column name', "changes auth_user"],
    ["alter table public.auth_user drop column name", "changes auth_user"],
    ["alter table billing_plan rename to auth_plan", "changes auth_plan"],
    ["create index billing_users on auth_user (name)", "changes auth_user"],
    ["create index plan_name on billing_plan (name)", "changes plan_name"],
    ["drop index auth_user_email", "changes auth_user_email"],
    ["insert into auth_user (id) values ('1')", "changes auth_user"],
    ["UPDATE auth_user SET name = 'x'", "changes auth_user"],
    ["update [auth_user] set name = 'x'", "changes auth_user"],
    ["delete from /* billing_plan */ auth_user", "changes auth_user"],
    ["delete from shop_order", "changes shop_order"],
    ["drop table billing_plan, auth_user", "drops more than one thing"],
    ["create table billing_plan (id text); drop table auth_user", "more than one statement"],
    ["with gone as (delete from auth_user returning id) select * from gone", "of no form"],
    ["truncate billing_plan", "of no form"],
    ["select * into auth_copy from auth_user", "of no form"],
    ["create trigger billing_after after insert on auth_user begin select 1; end", "more than one"],
    ["", "of no form"],
  ])("may not: %s", (statement, reason) => {
    expect(foreignTouch("billing", statement)).toContain(reason);
  });
});

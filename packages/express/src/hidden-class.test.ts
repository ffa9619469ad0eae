import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { portOf } from "@acme/auth-testing/port-of";
import express from "express";
import { expect, it } from "vitest";
import { shareHiddenClass } from "./hidden-class.js";

setFlagsFromString("--allow-natives-syntax");
const haveSameClass = runInThisContext("(one, other) => %HaveSameMap(one, other)") as (
  one: object,
  other: object,
) => boolean;
const hasFastProperties = runInThisContext("(object) => %HasFastProperties(object)") as (
  object: object,
) => boolean;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Two requests that Express has under way at the same time. */
function openTwo(): Promise<readonly [Exchange, Exchange]> {
  const open: Exchange[] = [];
  return new Promise((resolve) => {
    const app = express();
    app.use((request, response) => {
      open.push({ request, response });
      const [one, other] = open;
      if (!one || !other) return;
      server.close();
      resolve([one, other]);
    });
    const server = createServer(app).listen(0, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${portOf(server)}`;
      for (let client = 0; client < 2; client++) fetch(url).catch(() => {});
    });
  });
}

it("requests of Express have one hidden class, as do its responses, and no property more", async () => {
  // V8 widens the fields of a class as it meets their values: the first requests of a process, which
  // it migrates later, say nothing.
  for (const { response } of await openTwo()) response.end();
  const both = await openTwo();
  const before = both.map(({ response }) => Reflect.ownKeys(response));
  for (const { request, response } of both) shareHiddenClass(request, response);
  const [one, other] = both;
  expect(haveSameClass(one.request, other.request)).toBe(true);
  expect(haveSameClass(one.response, other.response)).toBe(true);
  expect(both.map(({ response }) => Reflect.ownKeys(response))).toEqual(before);
  for (const { response } of both) response.end();
});

it("requests and responses that Express has not touched stay as fast as they are", () => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  shareHiddenClass(request, response);
  expect([request, response].map(hasFastProperties)).toEqual([true, true]);
});

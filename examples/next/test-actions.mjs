import assert from "node:assert/strict";
import { request } from "node:http";
import { createVisitor, signUp } from "./visit.mjs";

/** The form of the page as a browser without scripts sends it. */
function filledIn(page, text) {
  const form = new FormData();
  const hidden = page.matchAll(/<input type="hidden" name="(\$ACTION[^"]*)"(?: value="([^"]*)")?/g);
  for (const [, name, value = ""] of hidden) form.append(name, value.replaceAll("&quot;", '"'));
  form.append("text", text);
  return form;
}

/** Calls the action itself, as the script of a page does. `host` is what a browser would name. */
async function call(origin, { path, id, text, headers, host = new URL(origin).host }) {
  const form = new FormData();
  form.append("_1_text", text);
  form.append("0", '[null,"$K1"]');
  const sent = new Request(origin, { method: "POST", body: form });
  const body = Buffer.from(await sent.arrayBuffer());
  return new Promise((resolve, reject) => {
    const asked = request(origin + path, {
      method: "POST",
      headers: {
        "Content-Type": sent.headers.get("Content-Type"),
        "Content-Length": body.length,
        "Next-Action": id,
        Accept: "text/x-component",
        Host: host,
        ...headers,
      },
    });
    asked.on("error", reject);
    asked.on("response", async (response) => {
      let answer = "";
      for await (const chunk of response.setEncoding("utf8")) answer += chunk;
      resolve({ status: response.statusCode, answer });
    });
    asked.end(body);
  });
}

/** Server actions write for who is signed in, here, and for nobody else. */
export async function proveActions(origin) {
  const cookies = new Map();
  const visit = createVisitor(origin, cookies);
  await signUp(visit, "hedy@example.com");
  const Cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const textOf = async (path) => (await visit(path)).text();
  const send = async (path, text) => {
    const body = filledIn(await textOf(path), text);
    const headers = { Cookie, Origin: origin };
    return (await fetch(origin + path, { method: "POST", body, headers })).text();
  };
  assert.match(await send("/notes", "Frequency hopping"), /<li>Frequency hopping<\/li>/);
  assert.match(await send("/notes", " "), /<p role="alert">A note has a text\.<\/p>/);
  assert.match(await send("/profile", "Hedy"), /value="Hedy"/);

  const [, id] = /id&quot;:&quot;(\w+)/.exec(await textOf("/profile"));
  const rename = { path: "/profile", id, text: "Eve" };
  const stranger = await call(origin, { ...rename, headers: { Origin: origin } });
  assert.match(stranger.answer, /Sign in to do this\./);
  const evil = { Cookie, Origin: "https://evil.example" };
  assert.equal((await call(origin, { ...rename, headers: evil })).status, 500);
  // Next.js compares the two and sees no other origin.
  const rebound = await call(origin, { ...rename, headers: evil, host: "evil.example" });
  assert.match(rebound.answer, /Requests from this origin are not allowed\./);
  assert.match(await textOf("/profile"), /value="Hedy"/);

  const own = await call(origin, {
    ...rename,
    text: "Lamarr",
    headers: { Cookie, Origin: origin },
  });
  assert.equal(own.status, 200);
  assert.match(await textOf("/profile"), /value="Lamarr"/);
}

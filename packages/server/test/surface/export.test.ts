import { toId } from "@acme/auth-core";
import { DAY, HOUR, SECOND } from "@acme/auth-core/surface";
import { anyString } from "@acme/auth-testing/matchers";
import { parseJson, readJson } from "@acme/auth-testing/read-json";
import { beforeEach, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createLeaving, EXPORT } from "../leaving.js";
import { refusal } from "../teams.js";

const NOT_FOUND = refusal(404, "EXPORT_NOT_FOUND");
const EXPIRED = refusal(410, "EXPORT_EXPIRED");
const UNAUTHORIZED = refusal(401, "UNAUTHORIZED");
const EXPORTS_A_DAY = 5;

const OPTIONS = { section: "Data export", hosts: "both" } as const;

describeService("a person's data over HTTP", OPTIONS, (service) => {
  let leaving: ReturnType<typeof createLeaving>;
  let people = 0;
  const newAddress = () => `person${++people}@example.com`;
  beforeEach(() => {
    leaving = createLeaving(service);
  });

  const eventsOf = async (userId: string, prefix: string) =>
    (await service.store.audit.listByUser(toId(userId), null, 100)).filter(({ event }) =>
      event.startsWith(prefix),
    );

  it("is asked for, made by the worker and fetched through a link, and a mail says that it is ready", async () => {
    const email = newAddress();
    const agent = await service.signedIn(email);
    const userId = await leaving.idOf(agent);
    const asked = await agent.post(EXPORT);
    const { requestId: id } = readJson(asked.body, { requestId: "string" });
    expect([asked.status, asked.body]).toEqual([202, { requestId: id, status: "pending" }]);
    expect(await leaving.showExport(agent, id)).toEqual({
      id,
      status: "pending",
      downloadUrl: null,
      expiresAt: null,
      errorMessage: null,
    });
    // While one is pending, that one again; it is counted once.
    for (let i = 0; i < EXPORTS_A_DAY + 1; i++)
      expect((await agent.post(EXPORT, { unknown: 1 })).body).toEqual({
        requestId: id,
        status: "pending",
      });

    await leaving.deliver();
    const expiresAt = new Date(service.clock.now().getTime() + DAY).toISOString();
    const ready = await leaving.showExport(agent, id);
    expect(ready).toEqual({
      id,
      status: "ready",
      downloadUrl: anyString(),
      expiresAt,
      errorMessage: null,
    });
    expect(ready.downloadUrl).toMatch(
      new RegExp(
        `^${service.url}/api/v1/me/export/${id}/download\\?token=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`,
      ),
    );
    expect((await leaving.showExport(agent, id)).downloadUrl).toBe(ready.downloadUrl);

    const mail = service.inbox.last(email);
    expect(mail.subject).toBe("Your Acme data is ready");
    for (const text of [mail.text, mail.html]) expect(text).not.toMatch(/token=|export\//);
    expect(
      (await eventsOf(userId, "export.")).map(({ event, detail }) => [event, detail]).toSorted(),
    ).toEqual([
      ["export.ready", { requestId: id }],
      ["export.requested", { requestId: id }],
    ]);
  });

  it("comes as a file that no cache keeps and no browser guesses at", async () => {
    const agent = await service.signedIn(newAddress());
    const { link } = await leaving.readyExport(agent);
    const reply = await service.agent("127.5.0.1").get(link, { "user-agent": "Downloader/1.0" });
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="export.json"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(reply.headers).not.toHaveProperty("etag");
    expect(reply.setCookies).toEqual([]);
    // As it streams: nobody knows its length beforehand.
    expect(reply.headers["transfer-encoding"]).toBe("chunked");
    expect(reply.text.endsWith("}\n")).toBe(true);
  });

  it("notes each download, and from where", async () => {
    const agent = await service.signedIn(newAddress());
    const userId = await leaving.idOf(agent);
    const { id, link } = await leaving.readyExport(agent);
    expect(await eventsOf(userId, "export.downloaded")).toEqual([]);
    const [first, second] = [
      await service.agent("127.5.0.2").get(link, { "user-agent": "Downloader/1.0" }),
      await agent.get(link),
    ];
    expect(second.text).toBe(first.text);
    const noted = await eventsOf(userId, "export.downloaded");
    expect(
      noted.map(({ ipAddress, userAgent, detail }) => [ipAddress, userAgent, detail]).toSorted(),
    ).toEqual([
      ["127.0.0.1", null, { requestId: id }],
      ["127.5.0.2", "Downloader/1.0", { requestId: id }],
    ]);
  });

  it("may be asked for five times a day", async () => {
    const agent = await service.signedIn(newAddress());
    const ids = new Set<string>();
    for (let i = 0; i < EXPORTS_A_DAY; i++) ids.add((await leaving.readyExport(agent)).id);
    expect(ids.size).toBe(EXPORTS_A_DAY);
    service.clock.advance(HOUR);
    const refused = await agent.post(EXPORT);
    expect(refused).toMatchObject({
      ...refusal(429, "TOO_MANY_REQUESTS"),
      headers: { "retry-after": String((23 * HOUR) / 1000) },
    });
    expect((await (await service.signedIn(newAddress())).post(EXPORT)).status).toBe(202);
    service.clock.advance(23 * HOUR - 1);
    expect((await agent.post(EXPORT)).status).toBe(429);
    service.clock.advance(1);
    expect((await agent.post(EXPORT)).status).toBe(202);
  });

  it("is only for its user: foreign and unknown ids answer alike, and without a session nothing does", async () => {
    const [agent, stranger] = [
      await service.signedIn(newAddress()),
      await service.signedIn(newAddress()),
    ];
    const { id } = await leaving.readyExport(agent);
    const unknown = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
    const [foreign, missing] = [
      await stranger.get(`${EXPORT}/${id}`),
      await stranger.get(`${EXPORT}/${unknown}`),
    ];
    expect(foreign).toMatchObject(NOT_FOUND);
    expect(foreign.text).toBe(missing.text);
    expect(await stranger.get(`${EXPORT}/nonsense`)).toMatchObject(NOT_FOUND);
    expect(await service.agent().get(`${EXPORT}/${id}`)).toMatchObject(UNAUTHORIZED);
    expect(await service.agent().post(EXPORT)).toMatchObject(UNAUTHORIZED);
    expect((await agent.get(`${EXPORT}/${id}`)).status).toBe(200);
  });

  it("is not given away for any other token", async () => {
    const email = newAddress();
    const agent = await leaving.signUp(email);
    const verification = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
    await agent.post("/api/auth/change-email", { newEmail: newAddress() });
    await leaving.deliver();
    const change = new URL(
      service.inbox.mails.at(-1)!.text.match(/http\S+change-email\S+/)![0],
    ).searchParams.get("token")!;
    const { id, link } = await leaving.readyExport(agent);
    const theirs = await leaving.readyExport(await service.signedIn(newAddress()));
    const later = await leaving.readyExport(agent);
    const tokenOf = (path: string) => new URL(path, service.url).searchParams.get("token")!;
    const [head = "", claims = "", signature = ""] = tokenOf(link).split(".");
    const forged = Buffer.from(
      JSON.stringify({
        ...parseJson(Buffer.from(claims, "base64url").toString(), "object"),
        sub: later.id,
      }),
    ).toString("base64url");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");

    const bad = [
      ...[
        "",
        "nonsense",
        "a.b.c",
        tokenOf(theirs.link),
        tokenOf(later.link),
        verification,
        change,
        agent.cookies.get("session")!,
      ],
      ...[
        `${head}.${forged}.${signature}`,
        `${unsigned}.${claims}.`,
        `${head}.${claims}.${signature.slice(0, -2)}AA`,
        `${head}.${claims}`,
      ],
    ];
    for (const token of bad) {
      const { status, body } = await agent.get(
        `${EXPORT}/${id}/download?token=${encodeURIComponent(token)}`,
      );
      expect([token, status, body]).toEqual([
        token,
        404,
        expect.objectContaining({ code: "EXPORT_NOT_FOUND" }),
      ]);
    }
    expect(await agent.get(`${EXPORT}/${id}/download`)).toMatchObject(NOT_FOUND);
    expect(await agent.get(`${EXPORT}/nonsense/download?token=${tokenOf(link)}`)).toMatchObject(
      NOT_FOUND,
    );
    // And the token of an export is worth nothing anywhere else.
    expect(
      (await agent.post("/api/v1/auth/verify-email", { token: tokenOf(link) })).body,
    ).toMatchObject({ code: "INVALID_TOKEN" });
    expect(
      (await agent.get("/api/v1/auth/me", { cookie: `session=${tokenOf(link)}` })).status,
    ).toBe(401);
    expect((await service.agent().get(link)).status).toBe(200);
  });

  it("is found on any device: the newest 20 are listed, with the links of those that are ready", async () => {
    const email = newAddress();
    const [agent, elsewhere] = [await service.signedIn(email), await service.signedIn(email)];
    const listed = async (by = elsewhere) =>
      readJson((await by.get(EXPORT)).body, { exports: [{ id: "string", status: "string" }] })
        .exports;
    expect(await listed()).toEqual([]);
    const createdAt = service.clock.now().toISOString();
    const { id, link } = await leaving.readyExport(agent);
    service.clock.advance(SECOND);
    const pending = await leaving.askExport(agent);
    const ready = {
      id,
      status: "ready",
      createdAt,
      readyAt: createdAt,
      expiresAt: new Date(Date.parse(createdAt) + DAY).toISOString(),
      downloadUrl: service.url + link,
      errorMessage: null,
    };
    expect(await listed()).toEqual([
      {
        id: pending,
        status: "pending",
        createdAt: service.clock.now().toISOString(),
        readyAt: null,
        expiresAt: null,
        downloadUrl: null,
        errorMessage: null,
      },
      ready,
    ]);
    expect((await elsewhere.get(link)).status).toBe(200);
    expect(await listed(await service.signedIn(newAddress()))).toEqual([]);
    expect(await service.agent().get(EXPORT)).toMatchObject(UNAUTHORIZED);
    service.clock.set(new Date(ready.expiresAt));
    // Before the worker has come by.
    expect((await listed())[1]).toEqual({ ...ready, status: "expired", downloadUrl: null });

    const ids = [id, pending];
    for (let day = 0; day < 4; day++) {
      service.clock.advance(DAY);
      await leaving.deliver();
      for (let i = 0; i < EXPORTS_A_DAY; i++) {
        service.clock.advance(SECOND);
        ids.push((await leaving.readyExport(agent)).id);
      }
    }
    expect((await listed(agent)).map((each) => each.id)).toEqual(ids.toReversed().slice(0, 20));
  });

  it("expires a day after it was ready, and its file goes", async () => {
    const agent = await service.signedIn(newAddress());
    const userId = await leaving.idOf(agent);
    const { id, link } = await leaving.readyExport(agent);
    const [file] = await service.store.exportRequests.listFiles(toId(userId));
    service.clock.advance(DAY - 1);
    await leaving.deliver();
    expect((await agent.get(link)).status).toBe(200);
    service.clock.advance(1);
    const expired = { id, status: "expired", downloadUrl: null, errorMessage: null };
    // Before the worker has come by, and afterwards.
    for (const workerCame of [false, true]) {
      if (workerCame) await leaving.deliver();
      expect(await agent.get(link)).toMatchObject(EXPIRED);
      expect(await leaving.showExport(agent, id)).toMatchObject(expired);
      expect((await service.store.fileChunks.find(file!, 0)) === null).toBe(workerCame);
    }
    expect(await service.store.exportRequests.find(toId(id))).toMatchObject({
      status: "expired",
      fileKey: null,
    });
    expect(await agent.get(`${EXPORT}/${id}/download?token=nonsense`)).toMatchObject(NOT_FOUND);
    expect((await eventsOf(userId, "export.downloaded")).length).toBe(1);
  });

  it("goes with its user: neither the request nor the file nor the link is left", async () => {
    const email = newAddress();
    const agent = await leaving.member(email);
    const { id, link } = await leaving.readyExport(agent);
    const [file] = await service.store.exportRequests.listFiles(toId(await leaving.idOf(agent)));
    expect(await service.store.fileChunks.find(file!, 0)).not.toBeNull();
    // One that the worker has not begun when the account goes.
    const { requestId } = await leaving.askDeletion(agent);
    service.clock.advance(30 * DAY);
    await leaving.signIn(email, agent);
    const late = await leaving.askExport(agent);
    await leaving.deliver();
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "completed" });
    for (const gone of [id, late])
      expect(await service.store.exportRequests.find(toId(gone))).toBeNull();
    expect(await service.store.fileChunks.find(file!, 0)).toBeNull();
    expect(await agent.get(link)).toMatchObject(NOT_FOUND);
  });
});

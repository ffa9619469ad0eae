import { get } from "node:http";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createTeams, DENIED, NO_ORGANIZATION, type Team, type Teams } from "../teams.js";

const LIST = {
  entries: [{ id: "string", at: "string", event: "string", userId: "string" }],
} as const;
const MOST = 20;
const policy = { auditDownloadRows: MOST, exportPageRows: 10 };
const QUOTED = /^"((?:[^"]|"")*)"/;

const idsIn = (text: string): readonly string[] =>
  text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => QUOTED.exec(line)?.[1] ?? "");

describeService(
  "the log of an organization, asked for in part",
  { start: { policy } },
  (service) => {
    let teams: Teams;
    beforeAll(() => {
      teams = createTeams(service);
    });

    const listed = async (agent: Agent, path: string) =>
      readJson((await agent.get(path)).body, LIST).entries;
    const invalid = (...paths: readonly string[]) => ({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: paths.map((path) => ({ path })) },
    });

    /** A team whose owner and admin have renamed it several times. */
    async function renamed(times = 6): Promise<Team> {
      const team = await teams.team();
      const { owner, admin } = team.people;
      for (let time = 0; time < times; time++) {
        service.clock.advance(1_000);
        const { agent } = time % 2 === 0 ? owner : admin;
        await agent.send(team.path, { method: "PATCH", body: { metadata: { time } } });
        await agent.post(`${team.path}/invitations`, {
          email: `guest${time}@example.com`,
          role: "member",
        });
      }
      return team;
    }

    describe("is listed", () => {
      it("by user, by time and by event together, page by page", async () => {
        const team = await renamed();
        const { owner, admin } = team.people;
        const path = `${team.path}/audit`;
        const all = await listed(owner.agent, `${path}?limit=100`);
        const select = async (query: string) =>
          (await listed(owner.agent, `${path}?limit=100&${query}`)).map(({ id }) => id);
        const idsOf = (matches: (entry: (typeof all)[number]) => boolean) =>
          all.filter(matches).map(({ id }) => id);
        const by = (userId: string) => idsOf((entry) => entry.userId === userId);
        expect(by(owner.userId).length).toBeGreaterThan(3);
        for (const { userId } of [owner, admin])
          expect(await select(`actor=${userId}`)).toEqual(by(userId));
        const from = all[5]!.at;
        const to = all[1]!.at;
        expect(await select(`from=${from}&to=${to}`)).toEqual(
          idsOf(({ at }) => at >= from && at < to),
        );
        expect(await select(`from=${to}&to=${from}`)).toEqual([]);
        const east = new Date(new Date(from).getTime() + 2 * 3_600_000).toISOString();
        expect(await select(`from=${encodeURIComponent(east.replace("Z", "+02:00"))}`)).toEqual(
          idsOf(({ at }) => at >= from),
        );
        const query = `actor=${admin.userId}&event=invitation.created&from=${all.at(-1)!.at}`;
        const matching = idsOf(
          ({ userId, event }) => userId === admin.userId && event === "invitation.created",
        );
        expect(await select(query)).toEqual(matching);
        const paged: string[] = [];
        for (let cursor: string | null = ""; cursor !== null;) {
          const reply = await owner.agent.get(
            `${path}?${query}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          const page = readJson(reply.body, { ...LIST, nextCursor: "string or null" });
          paged.push(...page.entries.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        expect(paged).toEqual(matching);
        for (const actor of ["", "-", "nobody", "' or 1=1 --", "%", "%00", "x".repeat(500)])
          expect(await select(`actor=${encodeURIComponent(actor)}`)).toEqual([]);
      });

      it.each([
        "2026",
        "2026-01-01",
        "yesterday",
        "",
        "2026-13-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-01-01T00:00:00",
        "0000-12-31T00:00:00Z",
        "0001-01-01T00:00:00+02:00",
        "9999-12-31T23:59:59-02:00",
        `2026-01-01T00:00:00.${"0".repeat(100)}Z`,
      ])("by no time that is none: %j", async (time) => {
        const { people, path } = await teams.team();
        for (const name of ["from", "to"])
          expect(
            await people.owner.agent.get(`${path}/audit?${name}=${encodeURIComponent(time)}`),
          ).toMatchObject(invalid(name));
      });
    });

    describe("is downloaded", () => {
      const download = (agent: Agent, { path }: Pick<Team, "path">, query = "format=csv") =>
        agent.get(`${path}/audit/export?${query}`);
      const expectFile = ({ status, headers }: Reply, name: string, media: string) => {
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          "content-type": media,
          "content-disposition": `attachment; filename="${name}"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        });
      };

      it("as CSV and as NDJSON, whole, with what the list shows, and is in the log afterwards", async () => {
        const team = await renamed(4);
        const { owner } = team.people;
        const before = await owner.agent.get(`${team.path}/audit?limit=100`);
        const { entries } = readJson(before.body, { entries: ["object"] });
        const csv = await download(owner.agent, team);
        expectFile(csv, "audit-log.csv", "text/csv; charset=utf-8; header=present");
        expect(idsIn(csv.text)).toEqual(readJson(before.body, LIST).entries.map(({ id }) => id));
        service.clock.advance(1);
        const [exported] = await listed(owner.agent, `${team.path}/audit?event=audit.exported`);
        expect(exported).toMatchObject({
          userId: owner.userId,
          detail: { format: "csv", filters: "", count: entries.length },
        });
        const query = `format=ndjson&to=${new Date(exported!.at).toISOString()}`;
        const ndjson = await download(owner.agent, team, query);
        expectFile(ndjson, "audit-log.ndjson", "application/x-ndjson");
        const lines = ndjson.text.split("\n").slice(0, -1);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
          entries.filter((entry) => readJson(entry, LIST.entries[0]).at < exported!.at),
        );
      });

      it("with the selection of the list, and no more entries than are allowed", async () => {
        const team = await renamed(16);
        const { owner, admin } = team.people;
        const all = await listed(owner.agent, `${team.path}/audit?limit=100`);
        expect(all.length).toBeGreaterThan(MOST);
        const whole = await download(owner.agent, team);
        expect(idsIn(whole.text)).toEqual(all.slice(0, MOST).map(({ id }) => id));
        const query = `actor=${admin.userId}&event=invitation.created`;
        const selected = await listed(owner.agent, `${team.path}/audit?limit=100&${query}`);
        const part = await download(owner.agent, team, `format=csv&${query}`);
        expect(idsIn(part.text)).toEqual(selected.map(({ id }) => id));
        const [exported] = await listed(owner.agent, `${team.path}/audit?event=audit.exported`);
        expect(exported).toMatchObject({
          detail: {
            filters: `event=invitation.created actor=${admin.userId}`,
            count: selected.length,
          },
        });
      });

      it("with names that no spreadsheet carries out", async () => {
        const team = await teams.team();
        const { owner } = team.people;
        const shown = {
          '=HYPERLINK("https://evil.example","x")': `'=HYPERLINK(""https://evil.example"",""x"")`,
          "+1": "'+1",
          "-1": "'-1",
          "@SUM(1)": "'@SUM(1)",
          'a","=1+1': 'a"",""=1+1',
        };
        for (const [name, field] of Object.entries(shown)) {
          await owner.agent.post("/api/auth/update-user", { name });
          expect((await download(owner.agent, team)).text).toContain(
            `,"${owner.userId}","${field}","${owner.email}",`,
          );
        }
      });

      it("by owners and admins of that organization only, in a format that there is", async () => {
        const [team, others] = [await teams.team(), await teams.team()];
        for (const role of ["owner", "admin"] as const)
          expect((await download(team.people[role].agent, team)).status).toBe(200);
        expect(await download(team.people.member.agent, team)).toMatchObject(DENIED);
        expect(await download(others.people.owner.agent, team)).toMatchObject(NO_ORGANIZATION);
        expect(await service.agent().get(`${team.path}/audit/export?format=csv`)).toMatchObject({
          status: 401,
        });
        for (const query of ["", "format=", "format=CSV", "format=xlsx", "format=csv&format=csv"])
          expect(await download(team.people.owner.agent, team, query)).toMatchObject(
            invalid("format"),
          );
        for (const name of ["from", "to"])
          expect(
            await download(team.people.owner.agent, team, `format=csv&${name}=x`),
          ).toMatchObject(invalid(name));
      });

      it("not at all by a request for the headers", async () => {
        const team = await teams.team();
        const { agent } = team.people.owner;
        const reply = await agent.send(`${team.path}/audit/export?format=csv`, { method: "HEAD" });
        expectFile(reply, "audit-log.csv", "text/csv; charset=utf-8; header=present");
        expect(reply.text).toBe("");
        expect(await listed(agent, `${team.path}/audit?event=audit.exported`)).toEqual([]);
      });

      it("again at once by a client that stopped reading, as often as it likes", async () => {
        const team = await teams.team();
        const { agent } = team.people.owner;
        const url = new URL(`${team.path}/audit/export?format=csv`, service.url);
        const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        for (let time = 0; time < 8; time++)
          await new Promise<void>((resolve, reject) => {
            const sent = get(url, { headers: { cookie } }, (response) => {
              expect(response.statusCode).toBe(200);
              response.destroy();
              resolve();
            });
            sent.on("error", reject);
          });
        await expect.poll(async () => (await download(agent, team)).status).toBe(200);
      });
    });
  },
);

import { toId } from "@acme/auth-core";
import { DAY, HOUR, MINUTE, SECOND } from "@acme/auth-core/surface";
import { parseJson } from "@acme/auth-testing/read-json";
import { beforeEach, describe, expect, it } from "vitest";
import { startedService } from "../describe-service.js";
import { createLeaving, DELETION, EXPORT, PASSWORD } from "../leaving.js";
import { createNotes, type Notes } from "../notes.js";
import { DATABASES } from "../service.js";

const EMAIL = "ada@example.com";
/** Between the five attempts at a job. */
const PAUSES = [5 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE];
/** Between the fifteen attempts at a deletion. */
const DELETION_PAUSES = [
  ...PAUSES,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  8 * HOUR,
  ...Array.from({ length: 5 }, () => 12 * HOUR),
];

describe.each(DATABASES)("what an application keeps of a user who leaves, on %s", (database) => {
  let notes: Notes;
  const service = startedService(database, {
    perTest: true,
    start() {
      notes = createNotes(() => service.store);
      return { policy: { deletionGraceDays: 0 }, contributors: [notes.contributor] };
    },
  });
  const leaving = createLeaving(service);
  beforeEach(() => notes.migrate());

  async function writers() {
    const [ada, grace] = [await leaving.member(EMAIL), await leaving.signUp("grace@example.com")];
    const [adaId, graceId] = [await leaving.idOf(ada), await leaving.idOf(grace)];
    await notes.write(adaId, "Ada's note");
    await notes.write(graceId, "Grace's note");
    return { ada, adaId };
  }
  const letBackoffPass = async (failures: number) => {
    service.clock.advance(PAUSES[failures - 1]! - 1);
    await leaving.deliver();
    const before = notes.erasedAfter.length;
    service.clock.advance(1);
    await leaving.deliver();
    return notes.erasedAfter.length - before;
  };

  it("goes in the same transaction, and elsewhere afterwards; that of others stays", async () => {
    const { ada, adaId } = await writers();
    await leaving.askDeletion(ada);
    await leaving.deliver();
    expect(await notes.texts()).toEqual(["Grace's note"]);
    expect(notes.erasedAfter).toEqual([adaId]);
    expect((await leaving.signIn(EMAIL)).status).toBe(401);
  });

  it("keeps the account whole as long as it cannot be erased, and the worker tries again", async () => {
    const { ada, adaId } = await writers();
    notes.failing.eraseWithin = 2;
    const { requestId } = await leaving.askDeletion(ada);
    await leaving.deliver();
    for (const failures of [1, 2]) {
      expect(await notes.texts()).toEqual(["Ada's note", "Grace's note"]);
      expect(await leaving.idOf(ada)).toBe(adaId);
      expect((await leaving.signIn(EMAIL, ada)).status).toBe(200);
      expect(await leaving.storedDeletion(requestId)).toMatchObject({
        status: "pending",
        userId: adaId,
      });
      expect(leaving.subjectsTo(EMAIL)).not.toContain("Your Acme account was deleted");
      expect(notes.erasedAfter).toEqual([]);
      await letBackoffPass(failures);
    }
    expect(await leaving.storedDeletion(requestId)).toMatchObject({
      status: "completed",
      userId: null,
    });
    expect(await notes.texts()).toEqual(["Grace's note"]);
    expect(notes.erasedAfter).toEqual([adaId]);
    expect(
      leaving.subjectsTo(EMAIL).filter((subject) => subject.endsWith("was deleted")),
    ).toHaveLength(1);
    expect(
      service.logs
        .filter(({ event }) => event === "job_failed")
        .map(({ level, fields }) => [level, fields["kind"], fields["attempt"]]),
    ).toEqual([
      ["warn", "delete-account", 1],
      ["warn", "delete-account", 2],
    ]);
  });

  it("fails the deletion for three days, reported each time, and its owner may cancel it from the first failure on", async () => {
    const { ada, adaId } = await writers();
    notes.failing.eraseWithin = Number.POSITIVE_INFINITY;
    const { requestId } = await leaving.askDeletion(ada);
    expect((await ada.send(DELETION, { method: "DELETE" })).status).toBe(404);
    await leaving.deliver();
    const start = service.clock.now().getTime();
    for (const pause of DELETION_PAUSES) {
      expect((await ada.get(DELETION)).body).toMatchObject({ pending: { id: requestId } });
      expect(await leaving.storedDeletion(requestId)).toMatchObject({
        status: "pending",
        errorCode: "ERASURE_FAILED",
      });
      expect(await service.store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
      service.clock.advance(pause);
      await leaving.deliver();
    }
    expect(service.clock.now().getTime() - start).toBeGreaterThanOrEqual(3 * DAY);
    expect(await service.store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 1 });
    const reported = service.logs.filter(
      ({ event, level }) => event === "deletion_failed" && level === "error",
    );
    expect(reported.map(({ fields }) => fields["attempt"])).toEqual(
      Array.from({ length: DELETION_PAUSES.length + 1 }, (_, index) => index + 1),
    );
    expect(reported.every(({ cause }) => cause?.includes("Error"))).toBe(true);
    expect((await leaving.signIn(EMAIL, ada)).status).toBe(200);
    expect((await ada.send(DELETION, { method: "DELETE" })).status).toBe(204);
    expect(await leaving.storedDeletion(requestId)).toMatchObject({
      status: "cancelled",
      userId: adaId,
    });
  });

  it("is kept by a cancellation after a failure, and no later attempt erases it", async () => {
    const { ada, adaId } = await writers();
    notes.failing.eraseWithin = 1;
    const { requestId } = await leaving.askDeletion(ada);
    await leaving.deliver();
    expect((await ada.send(DELETION, { method: "DELETE" })).status).toBe(204);
    service.clock.advance(DAY);
    await leaving.deliver();
    expect(await leaving.idOf(ada)).toBe(adaId);
    expect(await notes.texts()).toEqual(["Ada's note", "Grace's note"]);
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "cancelled" });
    expect((await ada.send(DELETION, { method: "DELETE" })).status).toBe(404);
  });

  it("is erased elsewhere until that succeeds, while the account is long gone", async () => {
    const { ada, adaId } = await writers();
    notes.failing.eraseAfter = 3;
    const { requestId } = await leaving.askDeletion(ada);
    await leaving.deliver();
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "completed" });
    expect(leaving.subjectsTo(EMAIL).at(-1)).toBe("Your Acme account was deleted");
    const erased: number[] = [];
    for (const failures of [1, 2, 3]) erased.push(await letBackoffPass(failures));
    expect(erased).toEqual([0, 0, 1]);
    expect(notes.erasedAfter).toEqual([adaId]);
    expect(await service.store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
  });

  it("what cannot be erased elsewhere at all is reported, and nothing of it is lost or said to others", async () => {
    const { ada, adaId } = await writers();
    notes.failing.eraseAfter = Number.POSITIVE_INFINITY;
    await leaving.askDeletion(ada);
    await leaving.deliver();
    for (const pause of PAUSES) {
      service.clock.advance(pause);
      await leaving.deliver();
    }
    expect(await service.store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 1 });
    expect(
      service.logs
        .filter(({ level }) => level === "error")
        .map(({ event, fields }) => [event, fields["kind"], fields["attempt"]]),
    ).toEqual([["job_dead", "erase-after", PAUSES.length + 1]]);
    const jobs = (await service.rows())
      .filter(({ table }) => table === "auth_job")
      .map(({ values }) => [values["status"], values["subject"]]);
    expect(jobs).toEqual([["dead", `notes ${adaId}`]]);
  });

  it("belongs into the export, in a section of its own", async () => {
    const { ada } = await writers();
    const { link } = await leaving.readyExport(ada);
    const file = parseJson((await ada.get(link)).text, "object");
    expect(Object.keys(file).slice(-2)).toEqual(["subscriptions", "notes"]);
    expect(file["notes"]).toEqual([{ text: "Ada's note" }]);
  });

  it("an export that cannot be made fails after the last attempt, in neutral words", async () => {
    const { ada, adaId } = await writers();
    notes.failing.export = Number.POSITIVE_INFINITY;
    const id = await leaving.askExport(ada);
    await leaving.deliver();
    const replies: string[] = [];
    for (const pause of PAUSES) {
      expect(await leaving.showExport(ada, id)).toEqual({
        id,
        status: "pending",
        downloadUrl: null,
        expiresAt: null,
        errorMessage: null,
      });
      service.clock.advance(pause);
      await leaving.deliver();
    }
    const shown = await ada.get(`${EXPORT}/${id}`);
    replies.push(shown.text);
    expect(shown.body).toEqual({
      id,
      status: "failed",
      downloadUrl: null,
      expiresAt: null,
      errorMessage: "The export could not be made. Ask for a new one.",
    });
    expect(leaving.subjectsTo(EMAIL).at(-1)).toBe("Your Acme data could not be exported");
    const entries = await service.store.audit.listByUser(toId(adaId), null, 100);
    expect(
      entries.filter(({ event }) => event === "export.failed").map(({ detail }) => detail),
    ).toEqual([{ requestId: id }]);
    expect(service.logs.find(({ event }) => event === "export_failed")!.cause).toContain(
      "the note service of 10.1.2.3 fell over",
    );

    // The next one works, counts the failed one among its rows, and what the failed one began is
    // gone in time.
    notes.failing.export = 0;
    const next = await leaving.readyExport(ada);
    const file = await ada.get(next.link);
    expect(
      parseJson(file.text, { dataExportRequests: ["object"] }).dataExportRequests,
    ).toMatchObject([
      { id, status: "failed" },
      { id: next.id, status: "pending" },
    ]);
    replies.push(
      file.text,
      ...service.inbox.mails.map(({ text }) => text),
      JSON.stringify(entries),
    );
    for (const reply of replies)
      for (const word of ["note service", "10.1.2.3", "fell over"])
        expect(reply).not.toContain(word);
    expect((await ada.post("/api/v1/me/deletion", { password: PASSWORD })).status).toBe(202);
    await leaving.deliver();
    expect((await service.rows()).filter(({ table }) => table === "auth_file_chunk")).toEqual([]);
  });
});

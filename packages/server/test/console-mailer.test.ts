import { Writable } from "node:stream";
import { type OutgoingMail, parseEmailAddress } from "@acme/auth-core";
import { expect, it } from "vitest";
import { createConsoleMailer } from "../src/serving/console-mailer.js";

const MAIL: OutgoingMail = {
  to: parseEmailAddress("ada@example.com")!,
  subject: "Your code",
  text: "Enter this:\n\n123456\n",
  html: "<p>123456</p>",
  messageId: "<1@x>",
};

function collect() {
  const writes: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      writes.push(chunk.toString());
      done();
    },
  });
  return { stream, writes };
}

it("a mail is printed between its two lines, in one write", async () => {
  const { stream, writes } = collect();
  await createConsoleMailer(stream).deliver(MAIL);
  expect(writes).toEqual([
    "--- mail to ada@example.com: Your code\nEnter this:\n\n123456\n--- end of mail\n",
  ]);
});

it("nothing in a mail moves the cursor or breaks the subject's line", async () => {
  const { stream, writes } = collect();
  await createConsoleMailer(stream).deliver({
    ...MAIL,
    subject: "a\r\nb\u001b[2J",
    text: "x\r\ny\u0007\tz",
  });
  expect(writes).toEqual(["--- mail to ada@example.com: a b[2J\nx\ny\tz\n--- end of mail\n"]);
});

it("a mail that could not be printed is not delivered", async () => {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  stream.on("error", () => {});
  await expect(createConsoleMailer(stream).deliver(MAIL)).rejects.toThrow("EPIPE");
});

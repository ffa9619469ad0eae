import { createServer, type Socket } from "node:net";
import { portOf } from "@acme/auth-testing/port-of";
import { onTestFinished } from "vitest";

/**
 * When a server speaks or acts: connected to, told a command, in the middle of a message (`text`),
 * at its end, and hung up on (`bye`).
 */
type Moment =
  "hello" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "text" | "end" | "RSET" | "QUIT" | "bye";
type Reaction = string | ((socket: Socket) => void);

export const hang = (): void => {};
export const die = (socket: Socket): void => void socket.destroy();
export const leave = (socket: Socket): void => void socket.end();

/** Never silent for long, and never done. */
export const prattle = (socket: Socket): void => {
  const timer = setInterval(() => socket.write("250-Let me think\r\n"), 20);
  socket.once("close", () => clearInterval(timer));
};

const GOOD_MANNERS: Readonly<Record<Moment, Reaction>> = {
  hello: "220 mail.test",
  EHLO: "250 mail.test",
  MAIL: "250 2.1.0 Fine",
  RCPT: "250 2.1.5 Fine",
  DATA: "354 Go on",
  text: "",
  end: "250 2.0.0 Accepted",
  RSET: "250 2.0.0 Fine",
  QUIT: "221 2.0.0 Bye",
  bye: leave,
};

export interface ScriptedServer {
  readonly port: number;
  /** Each word that was said to it, message lines left out. */
  readonly heard: readonly string[];
  /** Those that came to their end, as sent. */
  readonly messages: readonly string[];
  /** Takes no more connections, and resolves when the last one has ended. */
  end(): Promise<void>;
}

/**
 * An SMTP server that behaves, except where `script` says otherwise: for what no server does on
 * purpose.
 */
export async function openScriptedServer(
  script: Partial<Record<Moment, Reaction>> = {},
): Promise<ScriptedServer> {
  const reactions = { ...GOOD_MANNERS, ...script };
  const heard: string[] = [];
  const messages: string[] = [];

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let message: string | null = null;
    let rest = "";
    const react = (moment: Moment): void => {
      const reaction = reactions[moment];
      if (typeof reaction === "function") reaction(socket);
      else if (reaction) socket.write(`${reaction}\r\n`);
    };
    const hear = (line: string): void => {
      if (message === null) {
        heard.push(line);
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === "DATA" && reactions.DATA === GOOD_MANNERS.DATA) message = "";
        if (verb in reactions) react(verb as Moment);
        else socket.write("502 5.5.1 Never heard of it\r\n");
      } else if (line === ".") {
        messages.push(message);
        message = null;
        react("end");
      } else {
        message += `${line}\r\n`;
        react("text");
      }
    };
    socket.on("error", () => {});
    socket.on("end", () => react("bye"));
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop()!;
      for (const line of lines) if (!socket.destroyed) hear(line);
    });
    react("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  onTestFinished(end);
  return {
    port: portOf(server),
    heard,
    messages,
    end,
  };
}

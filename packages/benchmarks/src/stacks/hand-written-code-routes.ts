import type SqliteDatabase from "better-sqlite3";
import express, { type Express } from "express";
import { prepareMe } from "./hand-written-sqlite.js";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Signing in by a mailed code, however it is kept. */
export interface Codes {
  send(email: string): void;
  /** Null for a wrong code. */
  signIn(email: string, otp: string): CodeSignIn | null;
}

export interface CodeSignIn {
  readonly token: string;
  readonly user: Person;
  /** By which the browser is known again; absent when nobody keeps it. */
  readonly browser?: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The three routes of a sign-in, under the library's paths, on Express with its own body parser.
 */
export function codeRoutes(database: SqliteDatabase.Database, codes: Codes): Express {
  const me = prepareMe(database);
  const app = express();
  app.use(express.json({ limit: "32kb" }));

  app.post("/api/auth/email-otp/send-verification-otp", (request, response) => {
    const { email } = request.body as { email?: unknown };
    if (typeof email !== "string" || !EMAIL.test(email))
      return void response.status(400).json({ code: "VALIDATION_ERROR" });
    codes.send(email.toLowerCase());
    response.json({ success: true });
  });

  app.post("/api/auth/email-otp/sign-in", (request, response) => {
    const { email, otp } = request.body as { email?: unknown; otp?: unknown };
    if (typeof email !== "string" || typeof otp !== "string")
      return void response.status(400).json({ code: "VALIDATION_ERROR" });
    const signedIn = codes.signIn(email.toLowerCase(), otp);
    if (!signedIn) return void response.status(400).json({ code: "INVALID_OTP" });
    response.cookie("session", signedIn.token, {
      httpOnly: true,
      sameSite: "lax",
      maxAge: 30 * 86_400_000,
    });
    if (signedIn.browser)
      response.cookie("known-browser", signedIn.browser, {
        httpOnly: true,
        sameSite: "lax",
        maxAge: 400 * 86_400_000,
      });
    response.json({ token: null, user: signedIn.user });
  });

  app.get("/api/v1/auth/me", (request, response) => {
    const body = me(request.headers.cookie);
    if (body) response.json(body);
    else response.status(401).json({ code: "UNAUTHORIZED" });
  });
  return app;
}

import { expect, it } from "vitest";
import { shownAgain } from "./form-state.js";

it("shows again what was typed, and never a password, a code, a secret or what was hidden", () => {
  const typed = {
    email: "ada@example.com",
    name: "Ada",
    password: "x",
    currentPassword: "x",
    newPassword: "x",
    code: "x",
    recoveryCode: "x",
    token: "x",
    credential: "x",
    step: "x",
    next: "x",
  };
  expect(shownAgain(typed)).toEqual({ email: "ada@example.com", name: "Ada" });
});

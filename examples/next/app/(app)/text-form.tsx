"use client";

import { useActionState } from "react";

interface Props {
  /** Returns what went wrong, or null when nothing did. */
  readonly action: (before: string | null, form: FormData) => Promise<string | null>;
  readonly label: string;
  readonly value?: string;
}

export function TextForm({ action, label, value }: Props) {
  const [problem, submit, isPending] = useActionState(action, null);
  return (
    <form action={submit}>
      <label>
        {label} <input name="text" defaultValue={value} />
      </label>{" "}
      <button disabled={isPending}>Save</button>
      {problem !== null && <p role="alert">{problem}</p>}
    </form>
  );
}

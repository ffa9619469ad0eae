import { notes } from "../../../lib/auth";
import { listNotes } from "../../../lib/notes";
import { requireCaller } from "../../../lib/session";
import { write } from "../actions";
import { TextForm } from "../text-form";

export default async function NotesPage() {
  const { user } = await requireCaller("/notes");
  const written = await listNotes(notes().store, user.id);
  return (
    <>
      <h1>Your notes</h1>
      <ul>
        {written.map(({ text }, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
      <TextForm action={write} label="New note" />
    </>
  );
}

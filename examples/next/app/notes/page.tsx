export default function Notes() {
  return <h1>Your notes</h1>;
}

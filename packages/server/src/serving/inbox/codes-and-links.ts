/** What a reader of a mail needs: a code to enter, or a link to open with the words before it. */
export type Key =
  { readonly code: string } | { readonly link: string; readonly label: string | null };

/** Returns the codes and links of a mail's text, each of which stands alone on its line. */
export function codesAndLinks(text: string): readonly Key[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index): readonly Key[] => {
    if (/^\d{6,8}$/.test(line)) return [{ code: line }];
    if (!/^https?:\/\/\S+$/.test(line)) return [];
    return [{ link: line, label: /^(.+?)\s*[:：]$/.exec(lines[index - 1] ?? "")?.[1] ?? null }];
  });
}

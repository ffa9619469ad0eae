import { POLICY } from "@acme/auth-core";
import { dictionary } from "@zxcvbn-ts/language-common";

const WIDTH = 120;

/** Returns the module that holds the common passwords, of the package that maintains them, which any policy lets a user choose. */
export function commonPasswordList(): string {
  const common = dictionary["passwords-common"]
    .map(foldOrThrow)
    .filter(({ length }) => length >= POLICY.passwordMinLength.min);
  return `${HEAD}${linesOf([...new Set(common)].toSorted()).join("\n")}\n\`;\n`;
}

const HEAD = `/**
 * Common passwords of at least ${POLICY.passwordMinLength.min} characters, in lower case, between white space. Written by \`npm run generate\`, of the package
 * @zxcvbn-ts/language-common, whose license is:
 *
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc. Copyright (c) 2021 zxcvbn-ts
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
 * CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
 * SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
export const COMMON_PASSWORDS = String.raw\`
`;

/** In lower case, as passwords are looked up. Throws for what the module could not hold. */
function foldOrThrow(password: string): string {
  if (/[^\x21-\x7e]|`|\$\{/.test(password)) throw new Error(`${password} cannot stand in the list`);
  return password.toLowerCase();
}

function linesOf(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

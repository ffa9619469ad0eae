/** Every one of them has this word, so that a test finds it wherever it comes up. */
export const MARK = "evil";

const HOSTS = [
  "evil.example",
  "auth.example.com.evil.example",
  "evilauth.example.com",
  "auth.example.com@evil.example",
  "auth.example.com:x@evil.example",
  "\u0430uth.example.com.evil",
  "evil.example\u3002com",
  "127.0.0.1#evil",
];

/** What makes a browser, or a proxy, take the rest for a host. */
const STARTS = [
  "//",
  "///",
  "////",
  "https://",
  "http://",
  "HtTpS://",
  "\\\\",
  "/\\",
  "\\/",
  "https:\\\\",
  "/\t/",
  "/\n/",
  "/\r/",
  "\u0000//",
  " //",
  "\u00a0//",
  "/%2f",
  "%2f%2f",
  "/%5c",
  "%5C%5C",
  "%252f%252f",
  "/%252f/",
];

/** What no browser should run, show or open. */
const SCHEMES = [
  "javascript:evil()",
  "JaVaScRiPt:evil()",
  " javascript:evil()",
  "java\tscript:evil()",
  "javascript://auth.example.com/%0aevil()",
  "vbscript:evil()",
  "data:text/html,<script>evil()</script>",
  "data:text/html;base64,evil",
  "blob:https://auth.example.com/evil",
  "file:///etc/evil",
  "ftp://auth.example.com/evil",
  "mailto:evil@example.com",
  "intent://evil#Intent;scheme=https;end",
  "view-source:https://evil.example",
  "about:evil",
  "//evil.example/%2f..",
  "/account\r\nSet-Cookie: evil=1",
  "/account%0d%0aSet-Cookie: evil=1",
  '"><script>evil()</script>',
  "'-evil()-'",
  "https://[::1evil",
  `https://evil.example/${"a".repeat(2_000)}`,
  "https://auth.example.com:444/evil",
  "http://auth.example.com/evil",
];

/** Targets that must not be redirected to, nor come up in a page: 200. */
export const HOSTILE_URLS: readonly string[] = [
  ...STARTS.flatMap((start) => HOSTS.map((host) => start + host)),
  ...SCHEMES,
];

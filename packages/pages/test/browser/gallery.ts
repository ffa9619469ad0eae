import { ENGLISH } from "../../src/texts/en.js";
import { ACCOUNT } from "./account-page-views.js";
import {
  confirmPage,
  emptyPage,
  memberPage,
  membersPage,
  profilePage,
  securityPage,
  sessionsPage,
} from "./account-views.js";
import {
  ARABIC_WORDS,
  codePage,
  GERMAN_WORDS,
  JAPANESE_WORDS,
  notFoundPage,
  passwordPage,
  signIn,
  welcomePage,
} from "./entry-views.js";
import { FLOW } from "./flow-views.js";
import { galleryKit } from "./gallery-kit.js";

const kit = galleryKit();
const german = galleryKit({ locale: "de" });
const japanese = galleryKit({ locale: "ja" });
/** English texts, mirrored: what the layout does shows all the same. */
const mirrored = galleryKit({
  locale: "ar",
  direction: "rtl",
  texts: { ...ENGLISH, frame: { ...ENGLISH.frame, lastUsed: "آخر استخدام" } },
});

/** Sample pages that show every part in every state, by name. */
export const GALLERY: Readonly<Record<string, string>> = {
  "sign-in-0": signIn(0),
  "sign-in-1": signIn(1),
  "sign-in-4": signIn(4),
  "sign-in-refused": signIn(1, {
    error: "Enter an email address like name@example.com.",
    refusal: "Google can't be reached right now. Use another way.",
  }),
  "sign-in-german": signIn(4, { words: GERMAN_WORDS, kit: german }),
  "sign-in-japanese": signIn(2, { words: JAPANESE_WORDS, kit: japanese }),
  "sign-in-rtl": signIn(4, { words: ARABIC_WORDS, kit: mirrored }),
  code: codePage(kit, null),
  "code-refused": codePage(kit, "That code is wrong. You have 2 more tries."),
  password: passwordPage(kit),
  welcome: welcomePage(kit),
  "not-found": notFoundPage(kit),
  profile: profilePage(kit),
  security: securityPage(kit),
  members: membersPage(kit),
  "members-rtl": membersPage(mirrored),
  member: memberPage(kit),
  confirm: confirmPage(kit),
  empty: emptyPage(kit),
  sessions: sessionsPage(kit),
  ...FLOW,
  ...ACCOUNT,
};

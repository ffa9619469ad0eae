import { openDialogs } from "./dialog.js";
import {
  copyTexts,
  countDown,
  printPages,
  sendCodes,
  sendOnce,
  showPasswords,
  watchSaving,
} from "./forms.js";
import { moveInMenus } from "./menus.js";
import { createUnasked, signalPasskeys, usePasskeys } from "./passkeys.js";
import { refreshStatus, showTimes } from "./times.js";

/** What is done to a page, and to what a dialog shows. */
function enhance(within: ParentNode): void {
  showTimes(within);
  sendCodes(within);
  watchSaving(within);
  showPasswords(within);
  copyTexts(within);
  printPages(within);
  usePasskeys(within);
}

enhance(document);
sendOnce();
countDown();
openDialogs(enhance);
moveInMenus();
refreshStatus();
signalPasskeys();
createUnasked();

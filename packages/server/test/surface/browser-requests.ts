import { APP_ORIGIN } from "../service.js";

/** Headers with which a browser sends the form of a page of ours. */
export const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

/** Headers of the front end's own fetch. */
export const FETCH = { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin: APP_ORIGIN };

import boot from "./boot.ts?script";
import draft from "./draft.ts?script";
import early from "./early.ts?script";
import promo from "./promo.ts?script";
import saved from "./saved.ts?script";
import session from "./session.ts?script";
import tellSession from "./tell-session.ts?script";

/** The scripts that run in the head, before the page is drawn. */
export const headScript = `${early};${session};${saved};${draft}`;
export { boot as bootScript, promo as promoScript, tellSession };

/**
 * Every script of our own in a page, letter for letter. The server allows these scripts by their hashes, and the
 * router's scripts by the nonce of the rendering. No other script runs.
 */
export const pageScripts: readonly string[] = [headScript, tellSession, promo, boot];

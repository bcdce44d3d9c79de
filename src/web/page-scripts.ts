import { headScript } from "./layout/head-script.ts";
import { tellSession } from "./layout/session-script.ts";
import { promoScript } from "./subscriptions/offer-promo.ts";
import { bootScript } from "./boot/boot-script.ts";

/** Every script of our own that stands in a page, letter for letter. The server allows these by their hashes, and what the router writes with the page's nonce; no other runs. */
export const pageScripts: readonly string[] = [headScript, tellSession, promoScript, bootScript];

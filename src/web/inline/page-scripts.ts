import { headScript } from "./head-script.ts";
import { tellSession } from "./session-script.ts";
import { promoScript } from "./promo-script.ts";
import { bootScript } from "./boot-script.ts";

/**
 * Every script of our own that stands in a page, letter for letter. The server allows these by their hashes,
 * and what the router writes with the page's nonce; no other runs.
 */
export const pageScripts: readonly string[] = [headScript, tellSession, promoScript, bootScript];

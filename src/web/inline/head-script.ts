import { draftScript } from "./draft-script.ts";
import { earlyScript } from "./early-script.ts";
import { sessionScript } from "./session-script.ts";

/** What runs in the head, before the page is drawn. */
export const headScript = `${earlyScript};${sessionScript};${draftScript}`;

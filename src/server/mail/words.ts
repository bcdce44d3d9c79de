import type en from "#messages/en/emails.json";
import type zh from "#messages/zh/emails.json";
import { m as compiled } from "./paraglide/messages.js";

type InEnglish = Pick<typeof compiled, keyof typeof compiled & keyof typeof en>;

/** The words of emails: those that both languages have, so that no template compiles with one that lacks in either. */
export const m: Pick<InEnglish, keyof InEnglish & keyof typeof zh> = compiled;

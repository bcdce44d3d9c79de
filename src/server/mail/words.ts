import type en from "#messages/en/emails.json";
import type zh from "#messages/zh/emails.json";
import { m as compiled } from "./paraglide/messages.js";

type InEnglish = Pick<typeof compiled, keyof typeof compiled & keyof typeof en>;

/** The messages that both languages have: no template that uses another one compiles. */
export const m: Pick<InEnglish, keyof InEnglish & keyof typeof zh> = compiled;

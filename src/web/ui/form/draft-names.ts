/** With this event a form that has just been drawn asks for the text that was typed into it before. */
export const draftEvent = "longbay:draft";
/** The key of the typed text: kept for this tab, until it is closed. */
export const draftKey = "longbay.drafts";

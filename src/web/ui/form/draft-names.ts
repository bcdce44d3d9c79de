/** A form that has just been drawn asks with it for what was typed into it before. */
export const draftEvent = "longbay:draft";
/** Where what was typed is kept: for this tab, until it is closed. */
export const draftKey = "longbay.drafts";

/** Where the sign-in library keeps the session, in local storage. */
export const sessionKey = "longbay-auth";
/**
 * What the window hears when the session of this tab has changed. Other tabs hear of it by the storage event.
 */
export const sessionEvent = "longbay:session";

/** Where the sign-in library keeps the session, in local storage. */
export const sessionKey = "longbay-auth";
/** The window's event after a change of this tab's session. Other tabs notice the change by the storage event. */
export const sessionEvent = "longbay:session";

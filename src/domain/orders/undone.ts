/** What the history says of a status that was put back before its email went. */
export const undone = "undone before the email was sent";

/** The history's text about a status that was undone before its email was sent. */
export const undone = "undone before the email was sent";

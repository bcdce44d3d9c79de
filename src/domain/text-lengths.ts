/*
 * The most characters of texts that people type in more than one feature, in the API and in its forms. A feature's
 * own texts have their lengths with their rules.
 */

/** The most characters of a search: the API refuses more, and the public list of cars ignores the rest. */
export const longestSearch = 100;
export const longestPersonName = 120;
export const longestEmail = 254;
export const longestPhone = 40;
/** The most characters of the place where a car is handed over. */
export const longestPlace = 200;
export const longestPromo = 40;
/** The most characters of a reason why something is done or refused. */
export const longestReason = 500;
/** The most characters of a bank's or a provider's name for a payment. */
export const longestReference = 100;
/** The most characters of an order's id or number, as an administrator types it. */
export const longestOrderName = 100;
/** The most characters of the name of a second factor's device. */
export const longestDeviceName = 100;
/** The most characters of a key or a code that was mailed. */
export const longestCode = 100;
/** The most characters of a note on the days of a car's calendar. */
export const longestBlockNote = 200;

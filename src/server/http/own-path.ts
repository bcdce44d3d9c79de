/** A request line may hold a whole address. */
const withoutOrigin = (asked: string): string => asked.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");

/** A request's path at our own origin, also where it begins like another site's (`//host/…`). */
export const ownPath = (asked: string): string => withoutOrigin(asked).replace(/^[/\\]*/, "/");

/** Whether a browser takes a request's path for another site's address: links that are made of it lead there. */
export const isPathElsewhere = (asked: string): boolean => /^[/\\]{2}/.test(withoutOrigin(asked));

/** Words that stay on one line, a date or a phone number. */
export const unbroken = (words: string): string => words.replaceAll(" ", "\u00a0");

/** Words that stay on one line, a date or a phone number. Chinese has no spaces: `break-keep` does it there. */
export const unbroken = (words: string): string => words.replaceAll(" ", "\u00a0");

/** The most characters of a search: the API refuses more, and the public list of cars ignores the rest. */
export const longestSearch = 100;

/** Letters of a search: the API refuses more, and the public list of cars looks at no more. */
export const longestSearch = 100;

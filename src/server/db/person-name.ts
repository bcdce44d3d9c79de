/** SQL over a row of `accounts` by its alias: what a person is called, as `personName` says. */
export const personName = (account: string): string =>
  `coalesce(nullif(${account}.full_name, ''), ${account}.email)`;

/** SQL: the name of an actor; for a job or a deleted account it is the actor as the row names it. */
export const actorName = (account: string, actor: string): string =>
  `coalesce(nullif(${account}.full_name, ''), nullif(${account}.email, ''), ${actor})`;

/** SQL over a row of `accounts` by its alias: what a person is called, as `personName` says. */
export const personName = (account: string): string =>
  `coalesce(nullif(${account}.full_name, ''), ${account}.email)`;

/** The same of who did something, whose account may be gone, or who is a job: then the actor as it was written. */
export const actorName = (account: string, actor: string): string =>
  `coalesce(nullif(${account}.full_name, ''), nullif(${account}.email, ''), ${actor})`;

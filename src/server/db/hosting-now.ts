/** SQL over an alias of `accounts`: somebody hosts, as `isHosting` says. */
export const isHostingNowOf = (alias: string): string =>
  `${alias}.hosting_since is not null and ${alias}.suspended_at is null`;

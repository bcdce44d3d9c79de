import { Refusal } from "#contract/errors.ts";

export const linkNotFound = (): Refusal =>
  new Refusal("link_not_found", "This link is no longer valid. Please subscribe again to get a new one.");

import { Refusal } from "#contract/errors.ts";

export const linkNotFound = (): Refusal =>
  new Refusal("link_not_found", "This link is not valid any more. Please subscribe again to get a new one.");

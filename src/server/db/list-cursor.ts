import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";

/** A place in a list as text for an address: what the list is sorted by there, and whose row it is. */
export const writePlace = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

/** The parts of what `writePlace` wrote; none of anything else. What they are is for the list to check. */
export function placeParts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

export const notOfThisList = (): Refusal =>
  new Refusal("malformed", "cursor is not one of this list.", {
    fields: { cursor: { code: "invalid", message: "is not one of this list" } },
  });

/** The address of the page of a list that begins at a cursor: the caller's own, filters and all. */
export function nextAddress(request: FastifyRequest, cursor: string): string {
  const next = new URL(request.raw.url ?? "", "http://longbay.invalid");
  next.searchParams.set("cursor", cursor);
  return `${next.pathname}${next.search}`;
}

import type { Rental } from "#domain/pricing/rental-length.ts";

type Values = Record<string, string | undefined>;

/** A path with the given parameters; empty ones are left out. */
export function address(path: string, values: Values): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size ? `${path}?${query}` : path;
}

/** A car's page, carrying the dates that somebody has chosen. */
export const carAddress = (id: string, dates?: Rental): string => address(`/cars/${id}`, { ...dates });
export const hostAddress = (username: string): string => `/hosts/${username}`;
export const bookAddress = (id: string, dates?: Rental): string => address(`/book/${id}`, { ...dates });

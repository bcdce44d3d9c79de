import type { IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { freeCancellationHours } from "./rental-terms.ts";

/**
 * Until when, in milliseconds since 1970, an order is canceled free of charge, and its dates, place and times may still
 * be changed.
 */
export const freeUntil = (pickupDate: IsoDate, pickupTime: string): number =>
  instantInLosAngeles(pickupDate, pickupTime) - freeCancellationHours * hour;

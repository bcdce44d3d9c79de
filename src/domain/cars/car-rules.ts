import type { Cents } from "#domain/money.ts";

/** Limits for a car's fields, in forms as well as in files. */
export const longestName = 120;
export const longestWord = 60;
export const longestColour = 40;
export const longestFeature = 80;
/** The most characters of the text that describes a picture. */
export const longestPictureText = 200;
export const longestProse = 4000;
export const highestPrice: Cents = 10_000_000;
export const shortestRent = 30;
export const longestRent = 400;
export const mostFeatures = 40;
export const mostImages = 30;
export const mostNoticeDays = 14;
export const mostDeliveryMiles = 100;

export const isStateCode = (text: string): boolean => /^[A-Za-z]{2}$/.test(text);
export const isZipCode = (text: string): boolean => /^\d{5}(-\d{4})?$/.test(text);
export const isPlate = (text: string): boolean =>
  /^[A-Za-z0-9 -]{2,10}$/.test(text) && plainPlate(text).length >= 2;

/** A plate in capitals, without the spaces and hyphens between its letters. */
export const plainPlate = (plateNumber: string): string =>
  plateNumber.toUpperCase().replace(/[^A-Z0-9]/g, "");

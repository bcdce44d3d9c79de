/** Cars are handed over between these times, Los Angeles time, inclusive. */
export const earliestPickup = "09:00";
export const latestPickup = "20:00";
export const defaultPickupTime = "10:00";

/** "HH:MM" within the hours of handing over. */
export const isPickupTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) && text >= earliestPickup && text <= latestPickup;

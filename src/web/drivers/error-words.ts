import { mostDrivers } from "#domain/drivers/drivers.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

const words = new Map<string, () => string>([
  ["drivers_full", () => m.drivers_error_full({ count: mostDrivers })],
  ["driver_not_possible", m.drivers_error_ended],
  ["driver_not_found", m.drivers_error_gone],
]);

/** The reason why adding or removing a driver, or a driver's answer, failed. */
export const driversErrorWords = (error: unknown): string =>
  words.get(failureCode(error))?.() ?? sessionErrorWords(error);

import { cityNamed, type City } from "#domain/cars/cars.ts";
import { isDate } from "#domain/dates.ts";
import { isOneLine, isPlainText } from "#domain/plain-text.ts";
import { type TaxableKind, taxableKinds } from "./taxable-kinds.ts";
import type { TaxRate } from "./tax-rates.ts";

const mostPercent = 50;
export const longestTaxName = 40;
const mostRates = 100;
const fields = ["name", "zh", "percent", "from", "cities", "on"];

/** The tax rates of the setting, or what is wrong with it, in words for the person who runs the product. */
export function readTaxRates(text: string): { rates: TaxRate[] } | { error: string } {
  const written = parse(text);
  if (!Array.isArray(written)) return { error: "must be a JSON list of tax rates" };
  if (written.length > mostRates) return { error: `must be at most ${mostRates} tax rates` };
  const rates: TaxRate[] = [];
  for (const [index, one] of written.entries()) {
    const rate = readRate(one);
    if (typeof rate === "string") return { error: `entry ${index + 1}: ${rate}` };
    const double = rates.find((other) => isDouble(other, rate));
    if (double)
      return { error: `entry ${index + 1}: “${rate.name}” has two rates from ${rate.from} in the same city` };
    rates.push(rate);
  }
  return { rates };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRate(written: unknown): TaxRate | string {
  if (typeof written !== "object" || written === null || Array.isArray(written)) return "must be an object";
  const entry: Record<string, unknown> = { ...written };
  const unknown = Object.keys(entry).find((key) => !fields.includes(key));
  if (unknown) return `“${unknown}” is none of ${fields.join(", ")}`;
  const { name, zh, percent, from } = entry;
  if (!isName(name)) return `name must be plain text of at most ${longestTaxName} characters`;
  if (zh !== undefined && !isName(zh)) return `zh must be plain text of at most ${longestTaxName} characters`;
  if (!isPercent(percent)) return `percent must be above 0, at most ${mostPercent}, with at most 4 decimals`;
  if (typeof from !== "string" || !isDate(from)) return "from must be a date, written YYYY-MM-DD";
  const cities = readCities(entry.cities);
  if (typeof cities === "string") return cities;
  const on = readKinds(entry.on);
  if (typeof on === "string") return on;
  return { name, ...(zh && { zh }), percent, from, ...(cities && { cities }), on };
}

const isName = (text: unknown): text is string =>
  typeof text === "string" &&
  text.trim() !== "" &&
  text.length <= longestTaxName &&
  isPlainText(text) &&
  isOneLine(text);

const isPercent = (percent: unknown): percent is number =>
  typeof percent === "number" &&
  percent > 0 &&
  percent <= mostPercent &&
  Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6;

function readCities(written: unknown): City[] | undefined | string {
  if (written === undefined) return undefined;
  if (!Array.isArray(written) || written.length === 0) return "cities must be a list of cities, or left out";
  const found = written.map((one) => (typeof one === "string" ? cityNamed(one) : undefined));
  const missing = found.indexOf(undefined);
  if (missing >= 0) return `cities: “${String(written[missing])}” is none of ours`;
  return found.filter((city) => city !== undefined);
}

function readKinds(written: unknown): TaxableKind[] | string {
  const known = taxableKinds.join(", ");
  if (!Array.isArray(written) || written.length === 0) return `on must be a list of ${known}`;
  const found = taxableKinds.filter((kind) => written.includes(kind));
  return found.length === new Set(written).size ? found : `on must be a list of ${known}`;
}

/** Whether two rates belong to one tax and begin on one day, in a city that both name. */
const isDouble = (a: TaxRate, b: TaxRate): boolean =>
  a.name === b.name &&
  a.from === b.from &&
  (!a.cities || !b.cities || a.cities.some((city) => b.cities?.includes(city)));

import { type Category, cities, type Transmission } from "#domain/cars/cars.ts";
import type { View } from "#domain/cars/drawings.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";

/** A word about a car, and its language where that isn't the page's. */
export type Word = { text: string; lang?: "en" };

type Words<K extends string> = Record<K, () => string>;

const categoryWords: Words<Category> = {
  Compact: m.cars_category_compact,
  Sedan: m.cars_category_sedan,
  SUV: m.cars_category_suv,
  Truck: m.cars_category_truck,
  Minivan: m.cars_category_minivan,
  Electric: m.cars_category_electric,
  Luxury: m.cars_category_luxury,
};
export const transmissionWords: Words<Transmission> = {
  automatic: m.cars_transmission_automatic,
  manual: m.cars_transmission_manual,
  cvt: m.cars_transmission_cvt,
};
const viewWords: Words<View | "photo"> = {
  hero: m.cars_view_hero,
  side: m.cars_view_side,
  rear: m.cars_view_rear,
  cabin: m.cars_view_cabin,
  bench: m.cars_view_bench,
  photo: m.cars_view_photo,
};
const colourWords: Words<string> = {
  "forest green": m.cars_colour_forest,
  sand: m.cars_colour_sand,
  "pearl white": m.cars_colour_pearl,
  black: m.cars_colour_black,
  silver: m.cars_colour_silver,
  "midnight blue": m.cars_colour_midnight,
  graphite: m.cars_colour_graphite,
  crimson: m.cars_colour_crimson,
};
const featureWords: Words<string> = {
  bluetooth: m.cars_feature_bluetooth,
  "backup camera": m.cars_feature_backup_camera,
  "usb-c charging": m.cars_feature_usb_c,
  "power liftgate": m.cars_feature_liftgate,
  "lane keeping assist": m.cars_feature_lane_keeping,
  "wireless charging": m.cars_feature_wireless_charging,
  "all-wheel drive": m.cars_feature_all_wheel_drive,
  "fastrak transponder": m.cars_feature_fastrak,
  "keyless entry": m.cars_feature_keyless,
  "roof rails": m.cars_feature_roof_rails,
  sunroof: m.cars_feature_sunroof,
  "adaptive cruise control": m.cars_feature_cruise,
  "heated seats": m.cars_feature_heated_seats,
  "charging adapter included": m.cars_feature_charging_adapter,
  "blind-spot monitor": m.cars_feature_blind_spot,
  "third-row seats": m.cars_feature_third_row,
};
/** Features that carry a number. */
const measuredFeatures: readonly [RegExp, (inputs: { count: string }) => string][] = [
  [/^([\d,]+) seats?$/i, m.cars_feature_seats],
  [/^([\d.,]+) mpg$/, m.cars_feature_mpg],
  [/^([\d.,]+) mpge$/i, m.cars_feature_mpge],
  [/^([\d.,]+) mi range$/i, m.cars_feature_range],
];

export const categoryWord = (category: Category): string => categoryWords[category]();
export const transmissionWord = (transmission: Transmission): string => transmissionWords[transmission]();
export const viewWord = (view: View | "photo"): string => viewWords[view]();
export const colourWord = (colour: string): Word => known(colourWords, colour);
export const cityWord = (given: string): Word => {
  const city = cities.find((name) => name === given);
  return city ? { text: cityName(city) } : known({}, given);
};

export function featureWord(feature: string): Word {
  for (const [pattern, words] of measuredFeatures) {
    const count = pattern.exec(feature)?.[1];
    if (count !== undefined) return { text: words({ count }) };
  }
  return known(featureWords, feature);
}

/** A word without a translation is shown as it was written, and marked as English. */
function known(words: Words<string>, source: string): Word {
  const name = source.trim().toLowerCase();
  const translate = Object.hasOwn(words, name) ? words[name] : undefined;
  if (translate) return { text: translate() };
  return currentLanguage() === "en" ? { text: source } : { text: source, lang: "en" };
}

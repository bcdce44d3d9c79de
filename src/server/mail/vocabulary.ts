import carsEn from "#messages/en/cars.json" with { type: "json" };
import ordersEn from "#messages/en/orders.json" with { type: "json" };
import plansEn from "#messages/en/plans.json" with { type: "json" };
import carsZh from "#messages/zh/cars.json" with { type: "json" };
import ordersZh from "#messages/zh/orders.json" with { type: "json" };
import plansZh from "#messages/zh/plans.json" with { type: "json" };
import { categories, type Category, cities, type City } from "#domain/cars/cars.ts";
import type { InsuranceProduct } from "#domain/pricing/insurance.ts";
import type { Language } from "#domain/languages.ts";
import type { OrderSource, OrderStatus } from "#domain/orders/lifecycle.ts";
import type { Tier } from "#domain/pricing/plans.ts";

/** Names that pages and emails share, from the messages of the pages. */
const messages = {
  en: { ...carsEn, ...ordersEn, ...plansEn },
  zh: { ...carsZh, ...ordersZh, ...plansZh },
};
type Name = Exclude<keyof typeof messages.en, "$schema">;

const tiers: Record<Tier, Name> = {
  economy: "plans_economy",
  basic: "plans_basic",
  standard: "plans_standard",
  premium: "plans_premium",
  tesla: "plans_tesla",
  "tesla-premium": "plans_tesla_premium",
};
const cityNames: Record<City, Name> = {
  "San Francisco": "cars_city_san_francisco",
  "San Mateo": "cars_city_san_mateo",
  "Palo Alto": "cars_city_palo_alto",
  "Mountain View": "cars_city_mountain_view",
  Sunnyvale: "cars_city_sunnyvale",
  Cupertino: "cars_city_cupertino",
  "San Jose": "cars_city_san_jose",
  Fremont: "cars_city_fremont",
};
const categoryNames: Record<Category, Name> = {
  Compact: "cars_category_compact",
  Sedan: "cars_category_sedan",
  SUV: "cars_category_suv",
  Truck: "cars_category_truck",
  Minivan: "cars_category_minivan",
  Electric: "cars_category_electric",
  Luxury: "cars_category_luxury",
};
const insuranceNames: Record<InsuranceProduct, Name> = {
  protection: "order_liability_protection",
  ultimate: "order_liability_ultimate",
  decline: "order_liability_own_short",
  basic: "order_insurance_basic",
  premium: "order_insurance_premium",
  own: "order_liability_own_short",
};

const statusNames: Record<OrderStatus, Name> = {
  pending: "order_status_pending",
  confirmed: "order_status_confirmed",
  in_progress: "order_status_in_progress",
  completed: "order_status_completed",
  cancelled: "order_status_cancelled",
};
const sourceNames: Record<OrderSource, Name> = {
  request: "admin_orders_source_request",
  plan: "admin_orders_source_plan",
  wizard: "admin_orders_source_wizard",
};

const nameIn = (language: Language, name: Name): string => String(messages[language][name]);

export const tierName = (tier: Tier, language: Language): string => nameIn(language, tiers[tier]);
export const statusName = (status: OrderStatus, language: Language): string =>
  nameIn(language, statusNames[status]);
export const sourceName = (source: OrderSource, language: Language): string =>
  nameIn(language, sourceNames[source]);
export const insuranceName = (product: InsuranceProduct, language: Language): string =>
  nameIn(language, insuranceNames[product]);

/** The name of an order's city. A city without a translation keeps its own name. */
export function cityName(city: string, language: Language): string {
  const known = cities.find((one) => one === city);
  return known ? nameIn(language, cityNames[known]) : city;
}

/** The name of an order's category, in the same way. */
export function categoryName(category: string, language: Language): string {
  const known = categories.find((one) => one === category);
  return known ? nameIn(language, categoryNames[known]) : category;
}

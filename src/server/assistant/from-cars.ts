import { Refusal } from "#contract/errors.ts";
import type { Category } from "#domain/cars/cars.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { categoryName, cityName } from "#server/mail/vocabulary.ts";
import type { AssistantContext } from "./knowledge.ts";

/**
 * Texts from the catalogue and the car's own facts, for an installation without an assistant. Nothing here is made
 * up.
 */
const texts = {
  en: {
    gearbox: {
      automatic: "automatic transmission",
      manual: "manual transmission",
      cvt: "continuously variable transmission (CVT)",
    },
    title: (year: number, name: string) => `${year} ${name}`,
    intro: (title: string, category?: Category) => `${title}${category ? ` (${category})` : ""}.`,
    facts: (facts: string) => `Features: ${facts}.`,
    carplay: "CarPlay",
    where: (city: string) => `It’s located in ${city} and rented by the month.`,
    compared: (count: number, low: string, middle: string, high: string) =>
      count === 1
        ? `One similar car is listed, for ${middle} a month.`
        : `${count} similar cars are listed, from ${low} to ${high} a month; half of them cost ${middle} or less.`,
    alone: "No similar car is listed, so the price can’t be compared.",
    missing: (what: string) => `The listing is missing: ${what}.`,
    complete: "The listing has everything renters ask about.",
    lacks: {
      description: "a description",
      features: "features",
      colour: "its color",
      trim: "its trim",
      city: "its city",
    },
    headline: (title: string, city: string) =>
      city ? `${title}, by the month in ${city}` : `${title}, by the month`,
    audience: {
      Electric: "Commuters who charge at home or at work",
      SUV: "Families and people with luggage",
      Minivan: "Families and groups",
      Truck: "People who haul or move things",
      Luxury: "People who want comfort for the long term",
      other: "Commuters, newcomers and students who need a car for months",
    },
    reasoning: (count: number, year: number, low: string, high: string) =>
      `Based on similar cars listed (${count}), from ${low} to ${high} a month, each adjusted to model year ${year} and toward the city’s own prices.`,
    noReasoning: "No similar car is listed, so the price stays as entered.",
    noPrice: "No similar car is listed, and no price was entered.",
    position: {
      below: "Below most similar cars",
      within: "In line with similar cars",
      above: "Above most similar cars",
      unknown: "Can’t be compared",
    },
  },
  zh: {
    gearbox: { automatic: "自动挡", manual: "手动挡", cvt: "无级变速" },
    title: (year: number, name: string) => `${year} 年款 ${name}`,
    intro: (title: string, category?: Category) =>
      `${title}${category ? `，车型类别：${categoryName(category, "zh")}` : ""}。`,
    facts: (facts: string) => `配置：${facts}。`,
    carplay: "CarPlay",
    where: (city: string) => `车辆位于${cityName(city, "zh")}，按月出租。`,
    compared: (count: number, low: string, middle: string, high: string) =>
      count === 1
        ? `同类车有 1 辆已上架，每月 ${middle}。`
        : `同类车有 ${count} 辆已上架，每月 ${low} 至 ${high}，其中一半不超过 ${middle}。`,
    alone: "目前没有同类车上架，无法比较价格。",
    missing: (what: string) => `页面还缺少：${what}。`,
    complete: "租客想了解的信息，页面上都有了。",
    lacks: { description: "车辆介绍", features: "配置", colour: "颜色", trim: "版本", city: "所在城市" },
    headline: (title: string, city: string) =>
      city ? `${title}，${cityName(city, "zh")}按月租` : `${title}，按月租`,
    audience: {
      Electric: "在家或公司充电的通勤族",
      SUV: "家庭和行李多的人",
      Minivan: "家庭和多人出行",
      Truck: "需要拉货搬家的人",
      Luxury: "想长期享受舒适的人",
      other: "需要用车几个月的通勤族、初来湾区的人和学生",
    },
    reasoning: (count: number, year: number, low: string, high: string) =>
      `参考 ${count} 辆已上架的同类车（每月 ${low} 至 ${high}），折算到 ${year} 年款，并向当地价格靠拢。`,
    noReasoning: "目前没有同类车上架，沿用填写的价格。",
    noPrice: "目前没有同类车上架，也没有填写价格。",
    position: {
      below: "低于多数同类车",
      within: "与同类车相当",
      above: "高于多数同类车",
      unknown: "无法比较",
    },
  },
} as const;

const nameOf = ({ car }: AssistantContext): string =>
  car.name || `${car.brand} ${car.model}${car.trim ? ` ${car.trim}` : ""}`;

function factsOf({ car }: AssistantContext, language: Language): string[] {
  const text = texts[language];
  return [
    ...(car.transmission ? [text.gearbox[car.transmission]] : []),
    ...(car.carplay ? [text.carplay] : []),
    ...(car.features ?? []),
  ];
}

export function describe(known: AssistantContext, language: Language): string {
  const text = texts[language];
  const facts = factsOf(known, language);
  const { category, city, year } = known.car;
  return [
    text.intro(text.title(year, nameOf(known)), category),
    ...(facts.length ? [text.facts(facts.join(language === "zh" ? "、" : ", "))] : []),
    ...(city ? [text.where(city)] : []),
  ].join(language === "zh" ? "" : " ");
}

function comparison(known: AssistantContext, language: Language): string {
  const text = texts[language];
  const money = (cents: Cents) => formatMoney(cents, language);
  return known.cars.length
    ? text.compared(known.cars.length, money(known.lowest), money(known.median), money(known.highest))
    : text.alone;
}

export function analyse(known: AssistantContext, language: Language): string {
  const text = texts[language];
  const { car } = known;
  const missing = [
    ...(car.description ? [] : [text.lacks.description]),
    ...(car.features?.length ? [] : [text.lacks.features]),
    ...(car.colour ? [] : [text.lacks.colour]),
    ...(car.trim ? [] : [text.lacks.trim]),
    ...(car.city ? [] : [text.lacks.city]),
  ];
  return [
    describe(known, language),
    comparison(known, language),
    missing.length ? text.missing(missing.join(language === "zh" ? "、" : ", ")) : text.complete,
  ].join("\n\n");
}

export function advertise(known: AssistantContext, language: Language) {
  const text = texts[language];
  const { category, year, city = "" } = known.car;
  const audience = text.audience;
  const isNamed = category !== undefined && category in audience;
  return {
    headline: text.headline(text.title(year, nameOf(known)), city),
    description: describe(known, language),
    features: factsOf(known, language),
    targetAudience: isNamed ? audience[category as keyof typeof audience] : audience.other,
  };
}

/** Suggests a price from similar cars, else the price given. Throws a Refusal where there is neither. */
export function price(
  known: AssistantContext,
  language: Language,
): { suggestedPrice: Cents; reasoning: string; competitivePosition: string } {
  const text = texts[language];
  const { car, cars, suggested, lowest, highest, median } = known;
  if (suggested === undefined) {
    if (!car.monthlyPrice)
      throw new Refusal("invalid", text.noPrice, {
        fields: { monthlyPrice: { code: "required", message: "is required" } },
      });
    return {
      suggestedPrice: car.monthlyPrice,
      reasoning: text.noReasoning,
      competitivePosition: text.position.unknown,
    };
  }
  const money = (cents: Cents) => formatMoney(cents, language);
  const asked = car.monthlyPrice ?? suggested;
  const position = asked < median * 0.95 ? "below" : asked > median * 1.05 ? "above" : "within";
  return {
    suggestedPrice: suggested,
    reasoning: text.reasoning(cars.length, car.year, money(lowest), money(highest)),
    competitivePosition: text.position[position],
  };
}

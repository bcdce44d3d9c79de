import type { FastifyInstance } from "fastify";
import {
  analyzeCar,
  analyzePricing,
  type AssistantRequest,
  type CarData,
  generateDescription,
  generateMarketing,
} from "#contract/assistant.ts";
import { Refusal } from "#contract/errors.ts";
import { day, hour, secondsIn } from "#domain/durations.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { wireMoney } from "#domain/money.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import type { SignedIn } from "#server/auth/authorise.ts";
import { advertise, analyse, describe, price } from "./from-cars.ts";
import { gather, type AssistantContext } from "./knowledge.ts";
import { analysisAnswer, descriptionAnswer, marketingAnswer, pricingAnswer } from "./plain-answers.ts";
import type { z } from "zod";

const mostAnHour = 20;
const mostADay = 300;
/** Bytes of a car's data; a listing takes two or three thousand. */
const largest = 8192;
/** The most characters of the description that are sent: its beginning says what the car is. */
const mostRead = 2000;

const role = `You help the staff of a car rental marketplace in the California Bay Area, where cars are rented by the month. The data is about a car and about cars like it.
Say only what the data supports. Promise nothing about condition, safety, insurance or price. Write plain text without Markdown, HTML, links or addresses.`;

type Body = z.output<typeof AssistantRequest>;

/** Suggestions about a car, for administrators who manage cars: words to look at. A request changes nothing. */
export function assistantRoutes(app: FastifyInstance, services: Services): void {
  const { database, assistant } = services;

  async function know({ carData }: Body, { account }: SignedIn): Promise<AssistantContext> {
    const read = carData?.description
      ? { ...carData, description: [...carData.description].slice(0, mostRead).join("") }
      : carData;
    if (Buffer.byteLength(JSON.stringify(read ?? {})) > largest)
      throw new Refusal("too_large", "This is too much text about one car.");
    const known = await gather(database, read);
    const limits = [
      { key: `assistant ${account.id}`, most: mostAnHour, seconds: secondsIn(hour) },
      { key: "assistant all", most: mostADay, seconds: secondsIn(day) },
    ];
    if (assistant)
      await refuseOver(services, limits, "The assistant was asked too often. Please try again later.");
    return known;
  }

  serve(app, analyzeCar, async ({ body, signedIn }) => {
    const [known, language] = [await know(body, signedIn), languageOf(body)];
    if (!assistant) return { analysis: analyse(known, language), source: "catalogue" as const };
    const task = `Write what this car is good for, for whom, how it compares with the cars like it, and what its listing lacks, ${lengthIn(language, 200)}.`;
    return {
      ...(await assistant.ask({ role, task, data: dataOf(known) }, analysisAnswer)),
      source: "assistant" as const,
    };
  });

  serve(app, generateDescription, async ({ body, signedIn }) => {
    const [known, language] = [await know(body, signedIn), languageOf(body)];
    if (!assistant) return { description: describe(known, language), source: "catalogue" as const };
    return {
      ...(await assistant.ask(
        {
          role,
          task: `Write the description of this car for its page, ${lengthIn(language, 90)}.`,
          data: dataOf(known),
        },
        descriptionAnswer,
      )),
      source: "assistant" as const,
    };
  });

  serve(app, generateMarketing, async ({ body, signedIn }) => {
    const [known, language] = [await know(body, signedIn), languageOf(body)];
    if (!assistant) return { ...advertise(known, language), source: "catalogue" as const };
    const task = `Write a headline, a short text, up to six features and the audience of an advertisement for this car, ${lengthIn(language, 90)}.`;
    return {
      ...(await assistant.ask({ role, task, data: dataOf(known) }, marketingAnswer)),
      source: "assistant" as const,
    };
  });

  serve(app, analyzePricing, async ({ body, signedIn }) => {
    const [known, language] = [await know(body, signedIn), languageOf(body)];
    const own = price(known, language);
    const comparableCars = known.cars.length;
    if (!assistant)
      return {
        ...own,
        suggestedPrice: wireMoney(own.suggestedPrice),
        comparableCars,
        source: "catalogue" as const,
      };
    const task = `Suggest a monthly price in whole US dollars for this car, say why, and how it stands beside the cars like it, ${lengthIn(language, 90)}.`;
    const { suggestedMonthlyPriceInDollars, reasoning, competitivePosition } = await assistant.ask(
      { role, task, data: dataOf(known) },
      pricingAnswer,
    );
    return {
      suggestedPrice: wireMoney(sensible(suggestedMonthlyPriceInDollars, known)),
      reasoning,
      competitivePosition,
      comparableCars,
      source: "assistant" as const,
    };
  });
}

const languageOf = ({ language }: Body): Language => language ?? defaultLanguage;

const lengthIn = (language: Language, words: number): string =>
  language === "zh"
    ? `in Simplified Chinese as used by people who live in California, at most ${words * 2} characters`
    : `in American English, at most ${words} words`;

/** All that leaves us: the car's own facts and the prices of cars like it. */
function dataOf({ car, cars, lowest, median, highest, suggested }: AssistantContext) {
  const { id: _id, monthlyPrice, ...facts } = car satisfies CarData;
  const dollars = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100);
  const comparableCars = {
    count: cars.length,
    lowest: dollars(lowest),
    median: dollars(median),
    highest: dollars(highest),
    suggestedByTheirPrices: dollars(suggested),
  };
  return { ...facts, monthlyPriceInDollars: dollars(monthlyPrice), comparableCars };
}

/**
 * A suggested price, in cents, if it is near the prices of similar cars. Throws a Refusal for any other: nobody
 * should accept a price of one dollar with a click.
 */
function sensible(dollars: number, { median, car }: AssistantContext): number {
  const around = median || car.monthlyPrice || 100_000;
  const cents = Math.round(dollars) * 100;
  if (Number.isFinite(dollars) && cents >= around * 0.4 && cents <= around * 2.5) return cents;
  throw new Refusal("unavailable", "The assistant's answer can't be used. Please try again.");
}

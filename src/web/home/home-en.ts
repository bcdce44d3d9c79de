import { brand } from "#domain/brand.ts";
import { formatDate } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import { answerTimes, driverTerms, earlyReturn, extensionNoticeDays } from "#domain/pricing/rental-terms.ts";
import { comparedOn, comparisonSources } from "./comparison-sources.ts";
import type { HomeContent, HomeFigures } from "./home-content.ts";
import { tideSteps } from "./tide-steps.ts";

export const home = ({ lowest, example }: HomeFigures): HomeContent => ({
  steps: {
    title: "Three steps, then you drive",
    items: [
      {
        title: "Choose a town and a car",
        text: "Eight towns from San Francisco to San Jose. Every car shows its monthly price and the days it is free.",
      },
      {
        title: "Ask for your months",
        text: `${shortestRentalDays} days or more. You see the whole sum first; the host answers within ${answerTimes.hostHours} hours, and nothing is paid before.`,
      },
      {
        title: "We bring it to your door",
        text: `Any day, 9 AM to 8 PM. Tell us ${extensionNoticeDays} days before the end and keep it for longer, up to a year more.`,
      },
    ],
  },
  cities: {
    title: "Where will you live?",
    lead: "Each town with its cars and its lowest monthly price. We bring the car to any address in the Bay Area.",
  },
  tide: example && {
    title: "Stay longer, and each month costs less",
    lead: `What one month of a ${example.year} ${example.name} costs, by how many you take.`,
    steps: tideSteps(example.monthlyPrice, "en", {
      length: (from, until) =>
        until === undefined
          ? `${from}+ months`
          : from === until
            ? `${from} months`
            : `${from}–${until} months`,
      off: (percent) => (percent ? `${percent}% off` : "the monthly price"),
    }),
  },
  why: {
    title: "What you don’t have to worry about",
    facts: [
      {
        figure: "$0",
        title: "No deposit, no fees, no SSN",
        text: "The price on the card is the price on the bill. Fees and taxes are lines that you can read, and they say zero.",
      },
      {
        figure: `${earlyReturn.freeDays} days`,
        title: "Risk-free return",
        text: "Not the right car after all? Give it back within the first week, without fee or notice: you pay for the days that you drove.",
      },
      {
        figure: "Free",
        title: "Door-to-door delivery",
        text: "We bring the car to your home or office and collect it when you are done, every day from 9 AM to 8 PM.",
      },
      {
        figure: "24/7",
        title: "Somebody to call, in two languages",
        text: "A breakdown, a flat tire, a parking sign that makes no sense: call at any hour, in English or Chinese.",
      },
    ],
  },
  versus: {
    title: "Next to the other ways",
    ours: brand.name.en,
    rental: "Traditional rental",
    sharing: "Car sharing",
    rows: [
      {
        about: "A month costs",
        ours: `From ${lowest}, the price that you see`,
        rental: "A daily or weekly rate; taxes, fees and cover come on top",
        sharing: "By the hour or the day; a membership or trip fee comes on top",
      },
      {
        about: "Deposit",
        ours: "None",
        rental: "Usually held on a card at the counter",
        sharing: "Some trips, and cars of the upper classes",
      },
      {
        about: `From ${driverTerms.age} to 24`,
        ours: "The same price as for everybody",
        rental: "Usually a fee for each day",
        sharing: "Often a fee, and fewer cars",
      },
      {
        about: "New in the country",
        ours: "No SSN, and a foreign license will do",
        rental: "A credit card and a passport, at the counter",
        sharing: "Approval takes a driving record; from abroad it takes papers and time",
      },
      {
        about: "Miles",
        ours: `${carMonthlyMiles.toLocaleString("en-US")} a month, counted over the whole rental; then ${formatMoney(extraMilePrice, "en")} each`,
        rental: "Often unlimited; long rentals may have a limit",
        sharing: "A number for each day; then a price for each mile",
      },
      {
        about: "Getting the car",
        ours: "Brought to your door, free",
        rental: "At the counter, in its hours",
        sharing: "A walk to where it is parked; delivery costs extra",
      },
      {
        about: "How long",
        ours: `${shortestRentalDays} days to ${longestRentalMonths} months; longer costs less each month`,
        rental: "A day to a month or two at a time",
        sharing: "Made for hours and days",
      },
    ],
    note: `What is usual with the large companies, as far as we know on ${formatDate(comparedOn, "en")}; the links lead to their own pages. Terms differ by place and change: look at theirs before you decide.`,
    sources: comparisonSources,
  },
  voices: {
    title: "What a rental can be like",
    note: "Examples, written by us: these people are invented. Real reviews take their place as soon as there are some.",
    items: [
      {
        quote:
          "I landed on a Sunday and had a car at the apartment on Tuesday. Nobody asked for a credit score that I did not have yet.",
        name: "Wei",
        what: "New in Sunnyvale, three months",
      },
      {
        quote: "The total on the last screen was the total on the first one. I read it twice to be sure.",
        name: "Marcus",
        what: "Commutes from Fremont, seven months",
      },
      {
        quote:
          "One quarter, one car, and back it went before my flight home. It cost less than buying and worried me less than the bus.",
        name: "Ananya",
        what: "Student in Palo Alto, four months",
      },
    ],
  },
  questions: { title: "Questions", all: "The questions on a page of their own" },
});

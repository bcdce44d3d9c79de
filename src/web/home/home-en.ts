import { brand } from "#domain/brand.ts";
import { formatDate } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
} from "#domain/pricing/rental-terms.ts";
import { comparedOn, comparisonSources } from "./comparison-sources.ts";
import type { HomeContent, HomeFigures } from "./home-content.ts";
import { tideSteps } from "./tide-steps.ts";

// oxlint-disable-next-line max-lines-per-function -- all words of one page
export const home = ({ lowest, example, isTaxed, moreQuestions }: HomeFigures): HomeContent => ({
  steps: {
    title: "Three steps, and you’re driving",
    items: [
      {
        title: "Choose a city and a car",
        text: "Eight cities around the Bay. Every car shows its monthly price and when it’s available.",
      },
      {
        title: "Pick your dates",
        text: `${shortestRentalDays} days or more. You see the full price first. Book right away, or send a request: we answer within ${promisedTimes.requestHours} hours, and charge nothing until we confirm.`,
      },
      {
        title: "We bring it to your door",
        text: `Any day, 9 AM to 8 PM. Before you get the keys: an account with your verified license, proof of your own liability insurance unless you take ours, the signed agreement and the first payment. Want to keep it longer? Ask at least ${extensionNoticeDays} days before the end, for up to twelve months in all.`,
      },
    ],
  },
  outings: {
    title: "A thousand miles a month goes far",
    lead: "Approximate miles one way from Mountain View, and the car that suits each trip.",
    items: [
      {
        id: "half-moon-bay",
        name: "Half Moon Bay",
        miles: "30 miles",
        text: "Over the hill for the sunset.",
        cars: "Electric cars",
        category: "Electric",
      },
      {
        id: "santa-cruz",
        name: "Santa Cruz",
        miles: "37 miles",
        text: "The boardwalk, then home through the redwoods.",
        cars: "Sedans",
        category: "Sedan",
      },
      {
        id: "muir-woods",
        name: "Muir Woods",
        miles: "53 miles",
        text: "Through the city and over the Golden Gate.",
        cars: "Compact cars",
        category: "Compact",
      },
      {
        id: "napa",
        name: "Napa Valley",
        miles: "80 miles",
        text: "Slow roads between the vines.",
        cars: "Luxury cars",
        category: "Luxury",
      },
      {
        id: "yosemite",
        name: "Yosemite Valley",
        miles: "185 miles",
        text: "Leave on Friday evening.",
        cars: "Minivans",
        category: "Minivan",
      },
      {
        id: "tahoe",
        name: "Lake Tahoe",
        miles: "215 miles",
        text: "Snow in winter, swimming in July.",
        cars: "SUVs",
        category: "SUV",
      },
    ],
  },
  cities: "Cars in your city",
  tide: example && {
    title: "Stay longer, and each month costs less",
    lead: `What a month in a ${example.year} ${example.name} costs${isTaxed ? " before tax" : ""}, depending on how long you stay.`,
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
        text: isTaxed
          ? "Fees: $0. You see every tax by its name, and the whole price, before you book."
          : "The price you see is the price you pay. Fees: $0. Taxes: $0.",
      },
      {
        figure: `${earlyReturn.freeDays} days`,
        title: "Risk-free return",
        text: "Not the right car? Return it in the first week, with no fee or notice. You pay only for the days you drove.",
      },
      {
        figure: "Free",
        title: "Door-to-door delivery",
        text: "We bring the car to your home or office and pick it up when you’re done, any day from 9 AM to 8 PM.",
      },
      {
        figure: "24/7",
        title: "Help in two languages",
        text: "A breakdown, a flat tire, a confusing parking sign: call anytime, in English or Chinese.",
      },
    ],
  },
  versus: {
    title: "How we compare",
    ours: brand.name.en,
    rental: "Traditional rental",
    sharing: "Car sharing",
    rows: [
      {
        about: "Monthly cost",
        ours: isTaxed ? `From ${lowest}, plus tax where it applies` : `From ${lowest}, the price you see`,
        rental: "A daily or weekly rate, plus taxes, fees and coverage",
        sharing: "An hourly or daily rate, plus membership or trip fees",
      },
      {
        about: "Deposit",
        ours: "None",
        rental: "Usually held on your card",
        sharing: "Some trips, and premium cars",
      },
      {
        about: `Ages ${driverTerms.age} to 24`,
        ours: "The same price as everyone else",
        rental: "Usually a daily fee",
        sharing: "Often a fee, fewer cars",
      },
      {
        about: "New to the country",
        ours: "No SSN; a foreign license is fine",
        rental: "Credit card and passport at the counter",
        sharing: "A driving record check; a foreign license takes longer",
      },
      {
        about: "Miles",
        ours: `${carMonthlyMiles.toLocaleString("en-US")} a month, pooled; then ${formatMoney(extraMilePrice, "en")} each`,
        rental: "Often unlimited; long rentals may be limited",
        sharing: "A daily limit, then a price per mile",
      },
      {
        about: "Getting the car",
        ours: "Delivered to your door, free",
        rental: "At the counter, during business hours",
        sharing: "Walk to where it’s parked; delivery is extra",
      },
      {
        about: "How long",
        ours: `${shortestRentalDays} days to ${longestRentalMonths} months; longer is cheaper`,
        rental: "A day to a month or two",
        sharing: "Hours or days",
      },
    ],
    note: `Typical terms at the large companies, to the best of our knowledge as of ${formatDate(comparedOn, "en")}; the links go to their own pages. Terms vary by location and change over time, so check theirs before you decide.`,
    sources: comparisonSources,
  },
  voices: {
    title: "What a rental can be like",
    note: "Sample stories, written by us about invented people. Renters’ own words will replace them.",
    items: [
      {
        quote:
          "I landed on a Sunday and had a car at the apartment on Tuesday. Nobody asked for a credit score I didn’t have yet.",
        name: "Wei",
        what: "New to Sunnyvale, three months",
      },
      {
        quote: "The total on the last screen was the total on the first one. I read it twice to be sure.",
        name: "Marcus",
        what: "Commutes from Fremont, seven months",
      },
      {
        quote:
          "One quarter, one car, returned before my flight home. Cheaper than buying and easier than the bus.",
        name: "Ananya",
        what: "Student in Palo Alto, four months",
      },
    ],
  },
  questions: {
    title: "Questions",
    all: "See all questions",
    more: `Show ${moreQuestions} more questions`,
  },
});

import { brand } from "#domain/brand.ts";
import { longStayPercent, monthsRented, yearPercent } from "#domain/hosting.ts";
import { shortestRentalDays } from "#domain/pricing/rental-length.ts";
import { promisedTimes, driverTerms } from "#domain/pricing/rental-terms.ts";
import type { HostingContent } from "./hosting-content.ts";

export const hosting = (platformSharePercent: number): HostingContent => ({
  hero: {
    title: ["Let it earn", "while you’re away."],
    lead: "Your parked car costs you every month. Rent it out to one driver at a time and let it pay you back.",
    button: "Apply to host",
  },
  estimate: {
    title: "What your car could earn",
    lead: "Based on prices in our fleet today. An estimate, not a promise.",
    how: {
      title: "How we calculate",
      points: [
        "We look at cars of the same model in our fleet; if there are none, at cars with the same body style, then at cars of the same brand. The result tells you which, and how many.",
        `We adjust those prices for your car’s age (${yearPercent}% per model year) and take the median. With three or more in your city, local prices count for half.`,
        `We assume ${monthsRented.low} to ${monthsRented.high} months rented a year, at the price of a three-month rental, which is ${longStayPercent}% lower.`,
        `We assume a ${platformSharePercent}% share for us. Your agreement states the actual share before you sign anything.`,
        "Your own costs come off that: insurance, maintenance, registration, taxes and depreciation.",
      ],
    },
  },
  deal: {
    title: "Who does what",
    you: {
      title: "You",
      points: [
        {
          title: "Say when it’s available",
          text: `At least ${shortestRentalDays} days at a time. Block the days you need the car yourself in its calendar.`,
        },
        {
          title: "Agree to each rental",
          text: `Each request reaches you by email and in your account, with the dates and what you’d earn. You answer within ${promisedTimes.requestHours} hours.`,
        },
        {
          title: "Keep it roadworthy",
          text: "Oil, tires, smog checks and registration.",
        },
      ],
    },
    we: {
      title: brand.name.en,
      points: [
        {
          title: "Finds the renter",
          text: `${driverTerms.age} or older, ${driverTerms.yearsOfDriving} years of driving, and a license we check before handing over the keys.`,
        },
        { title: "Delivers and collects it", text: "With photos and the odometer reading both times." },
        {
          title: "Handles the money",
          text: "The renter pays us, and we pay you your share.",
        },
      ],
    },
  },
  apply: {
    title: "How to apply",
    text: "Hosting as a company? Our guide explains [registering an LLC](/autoedu#llc), in Chinese.",
    steps: [
      {
        title: "Create a host account",
        text: "Your name, email and a password: that’s the application. Already have an account? One click is enough.",
      },
      {
        title: "We write back",
        text: "We ask about the car, its documents and its insurance, and come to see it.",
      },
      {
        title: "You get an agreement",
        text: "It states our share, the coverage and how you’re paid. Only then is the car listed.",
      },
    ],
    button: "Apply to host",
    ask: "Ask us first",
  },
});

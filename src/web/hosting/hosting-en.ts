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
        `Our share is ${platformSharePercent}%. The form for your car shows what’s left for you, and each rental keeps the share it was booked with.`,
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
          title: "Hand it over and take it back",
          text: "At your address, or at a place you and the renter agree on, with photos and the odometer reading both times.",
        },
        {
          title: "Keep it roadworthy",
          text: "Oil, tires, smog checks, registration and insurance.",
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
        {
          title: "Takes care of the paperwork",
          text: "The renter signs the rental agreement with us. Photos and odometer readings are kept with each rental.",
        },
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
        title: "Add your car",
        text: "Under Hosting: its details, registration and insurance, at least five photos and your price. Everything is saved as you type.",
      },
      {
        title: "We check you and your car",
        text: "We email you our answer. Once both are approved, your car is listed.",
      },
    ],
    button: "Apply to host",
    ask: "Ask us first",
  },
});

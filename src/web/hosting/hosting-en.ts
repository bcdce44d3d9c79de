import { brand } from "#domain/brand.ts";
import { longStayPercent, monthsRented, platformSharePercent, yearPercent } from "#domain/hosting.ts";
import { shortestRentalDays } from "#domain/pricing/rental-length.ts";
import { answerTimes, driverTerms } from "#domain/pricing/rental-terms.ts";
import type { HostingContent } from "./hosting-content.ts";

export const hosting: HostingContent = {
  hero: {
    title: ["Let it earn", "while you’re away."],
    lead: "A parked car costs money every month. Lent by the month, to one person at a time, it can bring some.",
    button: "Apply to host",
  },
  estimate: {
    title: "What cars like yours bring",
    lead: "From the prices in our own catalogue today. An estimate, not a promise.",
    how: {
      title: "How we count",
      points: [
        "We take the cars of your model that are in our catalogue; if there are none, cars with the same body, then cars of the same brand. The answer says which, and how many.",
        `Their prices are moved towards your car’s year, ${yearPercent}% a model year. The middle one counts; if three or more are kept in your town, it is moved halfway to theirs.`,
        `A year is ${monthsRented.low} to ${monthsRented.high} months rented, at the price that renters of three months pay, which is ${longStayPercent}% less.`,
        `We count ${platformSharePercent}% for our work. Your agreement names the share that holds, before you sign anything.`,
        "What the car costs you comes off: insurance, service, registration, tax, and the value that miles take.",
      ],
    },
  },
  deal: {
    title: "Who does what",
    you: {
      title: "You",
      points: [
        {
          title: "Say when it is free",
          text: `A month or more at a time, ${shortestRentalDays} days at least. You can block any days.`,
        },
        {
          title: `Answer within ${answerTimes.hostHours} hours`,
          text: "Each request shows the dates, the price and the renter’s town.",
        },
        { title: "Keep it roadworthy", text: "Oil, tires, smog check, registration. We remind you of each." },
      ],
    },
    we: {
      title: brand.name.en,
      points: [
        {
          title: "Finds the renter",
          text: `${driverTerms.age} or older, ${driverTerms.yearsOfDriving} years of driving, license looked at before the keys are handed over.`,
        },
        { title: "Brings it and collects it", text: "With pictures and the odometer at both ends." },
        {
          title: "Handles the money",
          text: "The renter pays us. Every line of the price is one that you can see.",
        },
      ],
    },
  },
  apply: {
    title: "How to apply",
    text: "Renting as a company? Our guide explains [registering an LLC](/autoedu#llc), in Chinese.",
    steps: [
      {
        title: "Make a host account",
        text: "Name, e-mail and a password. That is the application. With an account already, one press is enough.",
      },
      {
        title: "We write back",
        text: "One of us asks about the car, its papers and its insurance, and looks at it.",
      },
      {
        title: "You get an agreement",
        text: "It names our share, the cover and how you are paid. Only then is the car listed.",
      },
    ],
    button: "Apply to host",
    ask: "Ask us first",
  },
};

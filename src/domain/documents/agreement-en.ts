import { brand } from "#domain/brand.ts";
import { formatMoney } from "#domain/money.ts";
import { formatDate } from "#domain/dates.ts";
import type { AgreementFacts, Clause } from "./agreement.ts";

const own =
  "The renter brings liability insurance of their own, at least California's minimum, and proves it before the keys are handed over. It has to be valid on every day of the rental.";
const coverages: Record<AgreementFacts["coverage"], string> = {
  included:
    "Liability insurance as chosen with the order is part of the price, within the limits that the order states.",
  own,
};

/** The rental agreement's clauses in English. */
export function agreementEn(facts: AgreementFacts): Clause[] {
  const name = brand.name.en;
  const money = (cents: number) => formatMoney(cents, "en");
  const at = (date: string, time: string) => `${formatDate(date, "en")} ${time}`;
  return [
    {
      title: "1. Who and what",
      text: `${name} lets the ${facts.car} to ${facts.renter} under order ${facts.orderNumber}.`,
    },
    {
      title: "2. How long",
      text: `From ${at(facts.pickupDate, facts.pickupTime)} until ${at(facts.returnDate, facts.returnTime)}, Los Angeles time. An extension has to be asked for at least 7 days before the return date and counts once it has been accepted.`,
    },
    {
      title: "3. Price and payments",
      text: `The rental costs ${money(facts.total)} in all. It is paid by the month: the first payment of ${money(facts.firstInstalment)} is due when the order is confirmed, each later one on the first day of its month. A payment that is more than 8 days late is looked at by a person. No car is ever taken back automatically.`,
    },
    {
      title: "4. Miles",
      text: `${facts.milesIncluded.toLocaleString("en-US")} miles are included for the whole rental, counted from the odometer readings at pickup and return. Each mile beyond costs ${money(facts.extraMile)}.`,
    },
    { title: "5. Insurance", text: coverages[facts.coverage] },
    {
      title: "6. Who drives",
      text: "The driver is at least 21 years old, has held a license for two years or more, and carries it. Nobody else drives the car unless we have agreed to it in writing. The car is not sublet, not raced, not used for towing, not driven under the influence, and not taken out of the United States.",
    },
    {
      title: "7. The car's condition",
      text: "Pickup and return are recorded in pictures, with the odometer and the charge or fuel level. Both sides receive the record. The car comes back as it was handed over, apart from normal wear.",
    },
    {
      title: "8. Bringing it back",
      text: "Returning early takes 4 weeks' notice and a $200 fee; within the first 7 days neither. A car may be handed back sooner at any time; the price then stays. Each day beyond the return date may be charged at one day's price.",
    },
    {
      title: "9. Canceling",
      text: "Canceling is free until 24 hours before pickup. Later, until the keys are handed over, one day's price is kept for each day begun since the pickup date, at least one, out of what has been paid.",
    },
    {
      title: "10. Extra charges",
      text: "Extra miles, late days, damage, tolls and cleaning are charged only after we have said what for and shown the evidence. The renter has 72 hours to accept or contest. What is contested, and any damage, is decided by a person.",
    },
    {
      title: "11. Trouble on the road",
      text: "After an accident the renter makes sure that nobody is in danger, calls 911 where that is needed, and tells us the same day. Tickets and tolls during the rental are the renter's.",
    },
    {
      title: "12. Law",
      text: "California law applies. Where the two languages differ, the English text counts.",
    },
  ];
}

import { periodLabel } from "#domain/documents/parties.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { formatTime } from "#domain/format-time.ts";
import { formatMoney } from "#domain/money.ts";
import type { RentalState } from "#server/db/schema/changes.ts";
import { commonFacts, type IssuedDocument, row, sheet } from "./sheets.ts";
import { documentWords } from "./words.ts";

/** The addendum for a change of a rental whose agreement was accepted before. */
export function addendumSheet(issued: IssuedDocument, { before, after }: RentalStates): Sheet {
  const { language } = issued.order;
  const words = documentWords[language];
  const isSwap = before.rental?.carId !== after.rental?.carId;
  const isMoved = before.pickupLocation !== after.pickupLocation;
  const isAtOtherTimes = before.pickupTime !== after.pickupTime || before.returnTime !== after.returnTime;
  const rentalSummary = ({ rental, total, pickupLocation, pickupTime, returnTime }: RentalState): string =>
    [
      isSwap && rental?.carName,
      rental && periodLabel(rental.pickupDate, rental.returnDate, language),
      isMoved && pickupLocation,
      isAtOtherTimes && `${formatTime(pickupTime, language)} – ${formatTime(returnTime, language)}`,
      formatMoney(total, language),
    ]
      .filter(Boolean)
      .join(" · ");
  return {
    ...sheet(issued, words.addendum),
    facts: [
      ...commonFacts(issued),
      { label: words.before, value: rentalSummary(before) },
      { label: words.after, value: rentalSummary(after) },
    ],
    total: row(words.total, after.total, language),
    notes: [words.otherwise],
  };
}
type RentalStates = { before: RentalState; after: RentalState };

/** One more driver of a rental whose agreement was accepted before, or one who may drive no longer. */
export function driverSheet(
  issued: IssuedDocument,
  { name, mayDrive }: { name: string; mayDrive: boolean },
): Sheet {
  const words = documentWords[issued.order.language];
  return {
    ...sheet(issued, words.addendum),
    facts: [...commonFacts(issued), { label: words.driver, value: name }],
    notes: [mayDrive ? words.mayDrive : words.mayNotDrive, words.otherwise],
  };
}

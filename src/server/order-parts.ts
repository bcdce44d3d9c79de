import { findHostCalendar } from "./calendar/host/queries.ts";
import { chargesOf } from "./charges/queries.ts";
import { changesOf, openOfferOf } from "./changes/present.ts";
import { isEnded, offeredCarsOf, openEndingOf } from "./changes/continuity/queries.ts";
import { endReplacing, resumeReplacing } from "./changes/continuity/settle.ts";
import { dropOpenRequest, reopenRequest } from "./changes/open-request.ts";
import { mayChange } from "./changes/standing.ts";
import { offerObstacle } from "./changes/offer-car.ts";
import { passChangesToAdmins } from "./changes/pass-to-admins.ts";
import { tellHostOfSwap, tellNextHost } from "./changes/to-host.ts";
import { missingForHandover } from "./trips/missing.ts";
import { conditionRecordsOf, returnsOf } from "./trips/queries.ts";
import { isReturnDenied } from "./trips/return-denials/queries.ts";
import { releasePromo, takePromoAgain } from "./booking/promo.ts";
import { payUntilOf } from "./booking/wizard/pay-until.ts";
import { chargeDueOf } from "./payments/saved-methods/charge-due.ts";
import { showOwnDraft } from "./booking/wizard/show-draft.ts";

/**
 * The parts that other features add to an order's life. The order's code knows these features through this list
 * alone, so that it imports none of them.
 */
export const orderParts = {
  // What happens after a change of the order's status.
  dropOpenRequest,
  endReplacing,
  reopenRequest,
  resumeReplacing,
  offeredCarsOf,
  takePromoAgain,
  releasePromo,
  returnsOf,
  tellHostOfSwap,
  tellNextHost,
  passChangesToAdmins,
  chargeDueOf,
  // What the order's pages show.
  findHostCalendar,
  changesOf,
  openOfferOf,
  openEndingOf,
  isEnded,
  mayChange,
  offerObstacle,
  missingForHandover,
  chargesOf,
  conditionRecordsOf,
  payUntilOf,
  isReturnDenied,
  showOwnDraft,
};
export type OrderParts = typeof orderParts;

import type { ChargeCategory } from "./categories.ts";
import { addDays, dateInLosAngeles, daysBetween, earlier, type IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import type { Cents } from "#domain/money.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { can, type RightsHolder } from "#domain/people/permissions.ts";

/** Categories whose amount is computed from the order: each is charged once, and never above that amount. */
export const computedCategories = ["extra_miles", "late_days"] as const satisfies ChargeCategory[];
export const isComputed = (category: ChargeCategory): boolean =>
  computedCategories.some((computed) => computed === category);

/** Whether a charge can be about an earlier car of its rental: miles are charged for the whole rental. */
export const isOfEarlierCars = (category: ChargeCategory): boolean => category !== "extra_miles";

/** A charge is owed once it is accepted, or decided with something above zero. Nothing is owed before. */
export const chargeStatuses = ["proposed", "accepted", "contested", "decided", "withdrawn"] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

/** The moves of a charge, and its status after each. At the lapses the time for an answer is over. */
export const chargeMoves = {
  accept: { from: ["proposed"], to: "accepted" },
  contest: { from: ["proposed"], to: "contested" },
  lapse_accepted: { from: ["proposed"], to: "accepted" },
  lapse_disputed: { from: ["proposed"], to: "contested" },
  decide: { from: ["contested"], to: "decided" },
  withdraw: { from: ["proposed", "contested"], to: "withdrawn" },
} as const satisfies Record<string, { from: readonly ChargeStatus[]; to: ChargeStatus }>;
export type ChargeMove = keyof typeof chargeMoves;

export const mayMoveCharge = (status: ChargeStatus, move: ChargeMove): boolean =>
  chargeMoves[move].from.some((from) => from === status);

/**
 * Whether an administrator may take a charge back. A contested charge may be taken back only by its proposer or by
 * those who decide disputes, since it then ends without a decision.
 */
export const mayTakeBack = (
  { status, proposedBy }: { status: ChargeStatus; proposedBy: string },
  reader: RightsHolder & { id: string },
): boolean =>
  mayMoveCharge(status, "withdraw") &&
  (status !== "contested" || proposedBy === reader.id || can(reader, "manage_disputes"));

/** Charges that nobody has answered, or that wait for a decision. */
export const openChargeStatuses = ["proposed", "contested"] as const satisfies ChargeStatus[];
export const chargeAnswers = ["accept", "contest"] as const;
export type ChargeAnswer = (typeof chargeAnswers)[number];

/** The whole charge is owed, a part of it, or nothing. */
export const chargeDecisions = ["upheld", "reduced", "dismissed"] as const;
export type ChargeDecision = (typeof chargeDecisions)[number];

/** Days after the car is back in which a charge may be proposed; tolls come late. */
const proposalDays: Record<ChargeCategory, number> = {
  extra_miles: 7,
  late_days: 7,
  damage: 7,
  tolls: 30,
  cleaning: 7,
};

/** The most days after the return in which a charge that the rules compute may be proposed. */
export const computedProposalDays = Math.max(...computedCategories.map((category) => proposalDays[category]));

/** The last day on which a charge may be proposed; none as long as the car is out. */
export const proposableUntil = (category: ChargeCategory, backOn: IsoDate | undefined): IsoDate | undefined =>
  backOn && addDays(backOn, proposalDays[category]);

export type ReturnedOrder = {
  status: OrderStatus;
  isCarOut: boolean;
  carBackAt: Date | null;
  tripCompletedAt: Date | null;
};

/** The day on which the car's host or an administrator had the rental's car back; undefined while it is out. */
export function backOn({ status, isCarOut, carBackAt, tripCompletedAt }: ReturnedOrder): IsoDate | undefined {
  const at = carBackAt ?? (status === "completed" && !isCarOut ? tripCompletedAt : null);
  return at ? dateInLosAngeles(at.getTime()) : undefined;
}

type Rental = { status: OrderStatus; backOn: IsoDate | undefined; isCarOut: boolean };

/**
 * Whether a charge may be proposed for a rental: from the handover until some days after the return, also where the
 * order was given another status while its car was out.
 */
export function isProposable(
  category: ChargeCategory,
  { status, backOn, isCarOut }: Rental,
  today: IsoDate,
): boolean {
  // As the lifecycle has it, which can't be imported: prices, and so orders, build on charges.
  const hasBegun = status === "in_progress" || status === "completed";
  if (!hasBegun && !isCarOut && backOn === undefined) return false;
  // A computed amount is known once the car is back.
  if (isComputed(category) && backOn === undefined) return false;
  const until = proposableUntil(category, backOn);
  return until === undefined || today <= until;
}

/**
 * Whether an accident or a breakdown can be reported: while the rental's car is out, and then as long as damage
 * can be charged.
 */
export const isReportable = (order: ReturnedOrder, today: IsoDate): boolean =>
  order.isCarOut || isProposable("damage", { ...order, backOn: backOn(order) }, today);

/** Hours that a renter has to answer, and hours after which we remind the renter. */
export const chargeAnswerHours = 72;
export const remindAfterHours = 48;

export const answerUntil = (proposedAt: number): number => proposedAt + chargeAnswerHours * hour;
export const isChargeReminderDue = (proposedAt: number, now: number): boolean =>
  now >= proposedAt + remindAfterHours * hour && now < answerUntil(proposedAt);

/** The most that one proposer gets for one rental because the renter doesn't answer. */
export const mostBySilence: Cents = 50_000;

type UnansweredCharge = {
  category: ChargeCategory;
  amount: Cents;
  /** The sum from `askedBeside` for this charge. */
  beside: Cents;
  canAnswer: boolean;
};
export type SilenceMove = "lapse_accepted" | "lapse_disputed";

/**
 * What happens to a charge that nobody answered in time. A person looks at damage, at large sums in one charge or
 * in several, and at charges that a renter without an account can't answer on our pages.
 */
export const silenceMove = ({ category, amount, beside, canAnswer }: UnansweredCharge): SilenceMove =>
  category === "damage" || amount + beside > mostBySilence || !canAnswer
    ? "lapse_disputed"
    : "lapse_accepted";

type ProposedCharge = {
  id: string;
  category: ChargeCategory;
  amount: Cents;
  proposedBy: string;
  proposedAt: Date;
  answer: ChargeAnswer | null;
  answeredAt: Date | null;
  closedBy: string | null;
  closedAt: Date | null;
};

/**
 * The sum of the proposer's other charges for the same rental that silence alone could accept, or has accepted. A
 * charge that the renter answered, or a person closed, before this one was proposed doesn't count. It still counts
 * if that happened later, so that a person looks at every charge that was announced so.
 */
export const askedBeside = (charge: ProposedCharge, ofRental: readonly ProposedCharge[]): Cents =>
  ofRental
    .filter(
      (other) =>
        other.id !== charge.id &&
        other.proposedBy === charge.proposedBy &&
        silenceMove({ ...other, beside: 0, canAnswer: true }) === "lapse_accepted" &&
        !isSettledBefore(other, charge.proposedAt),
    )
    .reduce((sum, { amount }) => sum + amount, 0);

function isSettledBefore({ answer, answeredAt, closedBy, closedAt }: ProposedCharge, at: Date): boolean {
  const settledAt = answer === null ? closedBy !== null && closedAt : answeredAt;
  return settledAt instanceof Date && settledAt <= at;
}

/** The most charges that a host may propose for one rental in a day: more costs fit into fewer charges. */
export const mostProposedADay = 10;

/** The amount owed after a decision; undefined if it doesn't fit the decision, or exceeds the proposed amount. */
export function decidedAmount(
  proposed: Cents,
  { decision, amount }: { decision: ChargeDecision; amount?: Cents | undefined },
): Cents | undefined {
  const whole = { upheld: proposed, dismissed: 0, reduced: undefined }[decision];
  if (whole !== undefined) return amount === undefined || amount === whole ? whole : undefined;
  return amount !== undefined && amount > 0 && amount < proposed ? amount : undefined;
}

type ReturnDays = {
  /** The day of the renter's own record of the return, as long as nobody denied it. */
  returnedOn: IsoDate | undefined;
  /** The day on which the host or an administrator recorded the car as back. */
  backOn: IsoDate | undefined;
};

/** The day to which late days count: the renter's own record or the lender's, whichever is earlier. */
export const lateUntil = ({ returnedOn, backOn }: ReturnDays): IsoDate | undefined =>
  returnedOn && backOn ? earlier(returnedOn, backOn) : (returnedOn ?? backOn);

/** Days for which a car was kept beyond its rental; none as long as nobody has recorded its return. */
export function lateDays({ returnDate, ...returned }: ReturnDays & { returnDate: IsoDate }): number {
  const until = lateUntil(returned);
  return until === undefined ? 0 : Math.max(0, daysBetween(returnDate, until));
}

export const longestChargeWords = 2000;
export const mostEvidence = 5;
/** The highest charge; a higher claim is a matter for a court. */
export const mostCharged: Cents = 10_000_000;

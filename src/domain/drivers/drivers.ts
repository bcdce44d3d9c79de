import { type VerificationStatus, verificationStatuses } from "#domain/papers/verification.ts";

/** The most drivers of an order in addition to its renter. */
export const mostDrivers = 2;

/** The state of an additional driver: invited, refused, or, once they agreed, the status of their license. */
export const driverStatuses = ["invited", "refused", ...verificationStatuses] as const;
export type DriverStatus = (typeof driverStatuses)[number];

/** Until a person has said yes, we show nothing about their license, not even whether they have an account. */
export function driverStatus(answer: boolean | null, license: VerificationStatus): DriverStatus {
  if (answer === null) return "invited";
  return answer ? license : "refused";
}

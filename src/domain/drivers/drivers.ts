import { type VerificationStatus, verificationStatuses } from "#domain/papers/verification.ts";

/** Who may drive beside an order's renter, at most. */
export const mostDrivers = 2;

/** How far an additional driver is: asked, has said no, or agreed, with their license's own status. */
export const driverStatuses = ["invited", "refused", ...verificationStatuses] as const;
export type DriverStatus = (typeof driverStatuses)[number];

/** Until a person has said yes nothing is told of their license, not even whether they have an account. */
export function driverStatus(answer: boolean | null, license: VerificationStatus): DriverStatus {
  if (answer === null) return "invited";
  return answer ? license : "refused";
}

/** A licence or a proof of insurance as it is checked: typed by the renter, decided by an administrator. */
export const verificationSubjects = ["licence", "insurance_proof"] as const;
export type VerificationSubject = (typeof verificationSubjects)[number];

/** The states that we store; `draft` still lacks a picture or a field to type. */
export const verificationStates = ["draft", "submitted", "verified", "declined"] as const;
export type VerificationState = (typeof verificationStates)[number];

/** The statuses that people see; only the date makes something `expired`. */
export const verificationStatuses = ["none", "submitted", "verified", "declined", "expired"] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

export const decisions = ["verified", "declined"] as const;
export type Decision = (typeof decisions)[number];

/** Reasons to decline something; each has its own text that says what to do, and `other` needs free text. */
export const licenceReasons = [
  "unreadable",
  "cut_off",
  "fields_differ",
  "expired",
  "under_age",
  "too_little_driving",
  "needs_translation",
  "not_a_licence",
  "other",
] as const;
export const insuranceReasons = [
  "unreadable",
  "name_missing",
  "dates_missing",
  "limits_too_low",
  "not_a_proof",
  "other",
] as const;
export const declineReasons = [...new Set([...licenceReasons, ...insuranceReasons])] as [
  DeclineReason,
  ...DeclineReason[],
];
export type DeclineReason = (typeof licenceReasons)[number] | (typeof insuranceReasons)[number];

export const reasonsFor: Record<VerificationSubject, readonly DeclineReason[]> = {
  licence: licenceReasons,
  insurance_proof: insuranceReasons,
};

/** The status on the day `today` of something that is valid to the end of `validUntil`. */
export function statusOn(
  today: string,
  kept: { state: VerificationState; validUntil: string } | undefined,
): VerificationStatus {
  if (!kept || kept.state === "draft") return "none";
  if (kept.state === "verified" && kept.validUntil < today) return "expired";
  return kept.state;
}

import type { LicenceDetails, Verification } from "#contract/account/papers.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";
import type { LicenceRow, ProofRow } from "./queries.ts";

export const presentVerification = (
  kept: LicenceRow | ProofRow | undefined,
  status: VerificationStatus,
): Verification => ({
  id: kept?.id ?? null,
  status,
  version: kept?.version ?? 0,
  submittedAt: kept?.submittedAt?.toISOString() ?? null,
  decidedAt: kept?.decidedAt?.toISOString() ?? null,
  reasonCode: kept?.reasonCode ?? null,
  reason: kept?.reason ?? "",
});

export const presentLicence = (licence: LicenceRow): LicenceDetails => ({
  name: licence.fullName,
  number: licence.number,
  country: licence.country,
  state: licence.usState,
  birthDate: licence.birthDate,
  issueDate: licence.issuedOn,
  expiryDate: licence.expiresOn,
  firstIssueDate: licence.firstIssuedOn,
});

export const presentInsurance = ({ insurer, policyNumber, validFrom, validUntil }: ProofRow) => ({
  insurer,
  policyNumber,
  validFrom,
  validUntil,
});

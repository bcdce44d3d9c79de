import type { VerificationSubject } from "#domain/papers/verification.ts";
import { m } from "#web/paraglide/messages.js";

export const subjectName = (subject: VerificationSubject): string =>
  subject === "licence" ? m.admin_papers_license() : m.admin_papers_proof();

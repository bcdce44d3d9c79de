import { invalidField } from "#contract/errors.ts";

/** Throws a Refusal for a declined request without a reason. */
export function requireReason({ decision, reason }: { decision: string; reason?: string | undefined }): void {
  if (decision === "declined" && !reason) throw invalidField("reason", "is required", "required");
}

import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { longestExplanation } from "#domain/fields/admin.ts";

type ReasonFieldProps = {
  id: string;
  reason: string;
  /** Whether the form was sent without a reason. The error is shown until something is typed. */
  isMissing: boolean;
  onReason: (reason: string) => void;
};

/** The administrator's reason for an offer or a refusal. The renter reads it. */
export const ReasonField = ({ id, reason, isMissing, onReason }: ReasonFieldProps) => (
  <TextField
    id={id}
    label={m.changes_admin_reason()}
    maxLength={longestExplanation}
    value={reason}
    onChange={({ target }) => onReason(target.value)}
    {...(isMissing && reason.trim() === "" && { error: m.changes_admin_reason_missing(), isAlert: true })}
  />
);

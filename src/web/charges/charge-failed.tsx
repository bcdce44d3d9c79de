import { Notice } from "#web/ui/notice.tsx";
import { chargeFailure } from "./charge-words.ts";

/** The reason why an action on a charge failed; nothing without an error. */
export const ChargeFailed = ({ error }: { error: unknown }) =>
  error ? (
    <Notice kind="bad" isAlert>
      {chargeFailure(error)}
    </Notice>
  ) : null;

import { Notice } from "#web/ui/notice.tsx";
import { chargeFailure } from "./charge-words.ts";

/** Why something could not be done with a charge, where it could not. */
export const ChargeFailed = ({ error }: { error: unknown }) =>
  error ? (
    <Notice kind="bad" isAlert>
      {chargeFailure(error)}
    </Notice>
  ) : null;

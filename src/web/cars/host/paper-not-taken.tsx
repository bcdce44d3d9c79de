import { isFileRefused } from "#web/files/is-file-refused.ts";
import { uploadErrorWords } from "#web/files/upload-error-words.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { carErrorWords } from "./car-error-words.ts";

/** Why a paper was not accepted. A file that would be refused again has no button to send it again. */
export const PaperNotTaken = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Notice kind="bad" isAlert>
    {carErrorWords(error) ?? uploadErrorWords(error)}
    {!isFileRefused(error) && (
      <button className="btn btn-secondary btn-sm flex mt-2" type="button" onClick={onRetry}>
        {m.account_retry()}
      </button>
    )}
  </Notice>
);

import { isFileRefused } from "#web/files/is-file-refused.ts";
import { uploadErrorWords } from "#web/files/upload-error-words.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { carErrorWords } from "./car-error-words.ts";

type PaperNotTakenProps = { error: unknown; onRetry: () => void; onGiveUp: () => void };

/** Why a paper was not accepted. A file that would be refused again has no buttons: it isn't sent again. */
export const PaperNotTaken = ({ error, onRetry, onGiveUp }: PaperNotTakenProps) => (
  <Notice kind="bad" isAlert>
    {carErrorWords(error) ?? uploadErrorWords(error)}
    {!isFileRefused(error) && (
      <span className="acts mt-2">
        <button className="btn btn-secondary btn-sm" type="button" onClick={onRetry}>
          {m.account_retry()}
        </button>
        <button className="btn btn-quiet btn-sm" type="button" onClick={onGiveUp}>
          {m.host_paper_give_up()}
        </button>
      </span>
    )}
  </Notice>
);

import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { carErrorWords } from "./car-error-words.ts";
import { useCarFiles } from "./car-files.tsx";
import { partAddress, stepNames } from "./form-steps.ts";
import { partNames } from "./part-words.ts";
import type { Saver } from "./saver.ts";
import { isHeld, type SaverState, unsureField } from "./saver-state.ts";

/** Whether the typed values and the files are saved. Where they aren't, it says why and offers to try again. */
export function SaveState({ saver, state }: { saver: Saver; state: SaverState }) {
  const { step, error, conflicts } = state;
  const files = useCarFiles();
  const unsure = unsureField(state);
  const hasConflict = Object.keys(conflicts).length > 0;
  const again = (
    <button className="btn btn-secondary btn-sm" type="button" onClick={() => void saver.flush()}>
      {m.account_retry()}
    </button>
  );
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm/[1.45] text-ink-soft" role="status">
      {hasConflict ? (
        <span className="text-bad">{m.host_save_conflict()}</span>
      ) : unsure ? (
        <Link className="link text-bad" to={partAddress(state.car.id, unsure)}>
          {unsure === "monthlyPrice"
            ? m.host_save_price()
            : m.host_save_number({ field: partNames[unsure]() })}
        </Link>
      ) : step === "saved" && files.underWay > 0 ? (
        m.host_save_files({ count: files.underWay })
      ) : step === "saved" && files.refused > 0 ? (
        <span className="text-bad">
          {m.host_save_files_refused({ pictures: stepNames.pictures(), papers: stepNames.papers() })}
        </span>
      ) : step === "saved" ? (
        <>
          <Icon name="check" />
          {m.host_save_saved()}
        </>
      ) : step === "unsent" ? (
        <>
          <span className="text-bad">{m.host_save_unsent()}</span>
          {again}
        </>
      ) : step === "refused" ? (
        <>
          <span className="text-bad">{carErrorWords(error) ?? sessionErrorWords(error)}</span>
          {again}
        </>
      ) : step === "typed" && isHeld(state) ? (
        m.host_save_leave()
      ) : (
        m.host_save_saving()
      )}
    </p>
  );
}

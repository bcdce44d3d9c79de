import { type ReactNode, useState } from "react";
import type { CarPaper } from "#contract/host-cars.ts";
import { m } from "#web/paraglide/messages.js";
import { privatePicture } from "#web/private-picture.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { partNames } from "./part-words.ts";

type PaperRowProps = { carId: string; paper: CarPaper; children: ReactNode };

/** A paper of a car, for its host and administrators. `children` say its state; a button shows it. */
export function PaperRow({ carId, paper, children }: PaperRowProps) {
  const [shown, setShown] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  const name = partNames[paper.kind]();
  const show = () => {
    setFailed(false);
    privatePicture(`/api/host/cars/${carId}/papers/${paper.id}`).then(setShown, () => setFailed(true));
  };
  return (
    <div className="stack gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {children}
        <button
          className="btn btn-quiet btn-sm"
          type="button"
          aria-expanded={shown !== undefined}
          onClick={() => (shown ? setShown(undefined) : show())}
        >
          <Icon name="eye" />
          {shown ? m.host_paper_hide() : m.host_paper_show()}
          <span className="sr-only"> {name}</span>
        </button>
      </p>
      {shown && <img className="max-w-full rounded-md" src={shown} alt={name} />}
      {isFailed && (
        <Notice kind="bad" isAlert>
          {m.host_paper_unread()}
        </Notice>
      )}
    </div>
  );
}

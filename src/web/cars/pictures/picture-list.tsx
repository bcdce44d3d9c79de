import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { m } from "#web/paraglide/messages.js";

type PictureListProps = {
  /** Each picture has a small view, and details such as its text or its buttons. */
  pictures: readonly { url: string; view: ReactNode; details: ReactNode }[];
  onMove: (from: number, to: number) => void;
  onRemove: (url: string) => void;
};

/** A car's pictures in order. The user changes the order by dragging a picture or with its buttons. */
export function PictureList({ pictures, onMove, onRemove }: PictureListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();

  const drag = (place: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // Text in a field is selected by dragging too: that moves no picture.
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, button"))
        return event.preventDefault();
      event.dataTransfer.effectAllowed = "move";
      setDragged(place);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(place);
    },
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      if (dragged !== place) onMove(dragged, place);
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
  });
  /** The focus goes with the picture, so that it can be moved on by the same key. */
  const moveByKey = (from: number, to: number) => {
    onMove(from, to);
    requestAnimationFrame(() => {
      const buttons = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>("[data-move]");
      const same = buttons?.[to < from ? 0 : 1];
      (same?.disabled ? buttons?.[to < from ? 1 : 0] : same)?.focus();
    });
  };

  return (
    <ol className="grid" ref={list}>
      {pictures.map(({ url, view, details }, place) => (
        <li
          key={url}
          className={`grid grid-cols-[6rem_minmax(0,1fr)_auto] items-start gap-3 py-3 border-t border-line max-sm:grid-cols-[6rem_minmax(0,1fr)] ${dragged === place ? "opacity-50" : ""} ${over === place && dragged !== place ? "bg-sunken" : ""}`}
          {...drag(place)}
        >
          {view}
          {details}
          <div className="row-acts max-sm:col-span-full">
            <button
              className="btn btn-quiet btn-icon"
              type="button"
              data-move=""
              disabled={place === 0}
              aria-label={m.admin_image_up({ place: place + 1 })}
              onClick={() => moveByKey(place, place - 1)}
            >
              <AdminIcon name="up" />
            </button>
            <button
              className="btn btn-quiet btn-icon [&>.i]:rotate-180"
              type="button"
              data-move=""
              disabled={place === pictures.length - 1}
              aria-label={m.admin_image_down({ place: place + 1 })}
              onClick={() => moveByKey(place, place + 1)}
            >
              <AdminIcon name="up" />
            </button>
            <button
              className="btn btn-quiet btn-icon"
              type="button"
              aria-label={m.admin_image_remove({ place: place + 1 })}
              onClick={() => onRemove(url)}
            >
              <AdminIcon name="bin" />
            </button>
          </div>
        </li>
      ))}
    </ol>
  );
}

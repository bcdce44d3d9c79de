import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Document } from "#contract/account/papers.ts";
import { m } from "#web/paraglide/messages.js";
import { documentQuery } from "#web/papers/queries.ts";
import { DocumentPicture } from "#web/papers/document-picture.tsx";

const widths = [100, 150, 225, 340];

/** A card is wide, a page is tall; a picture longer than a page scrolls. */
const shapeOf = ({ width, height }: Document): number => Math.min(1.6, Math.max(0.75, width / height));

/** A document to look at closely: larger, smaller, and turned. */
export function ZoomPicture({ document, name }: { document: Document; name: string }) {
  const { data } = useQuery(documentQuery(document.id));
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const isAcross = turns % 2 === 1;
  const { width, height } = document;
  const tool = (label: string, sign: string, onPress: () => void, isOff = false) => (
    <button
      className="btn btn-secondary btn-sm px-1"
      type="button"
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    >
      <span aria-hidden="true">{sign}</span>
      {label}
    </button>
  );

  return (
    <figure className="grid gap-2 text-sm/[inherit]">
      <figcaption>
        <b>{name}</b>
      </figcaption>
      <div
        className="max-h-[70vh] overflow-auto border border-line rounded-md bg-sunken"
        style={{ aspectRatio: shapeOf(document) }}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is larger than its frame is looked around in by the arrow keys
        tabIndex={0}
        aria-label={m.admin_papers_picture_area({ name })}
      >
        {data ? (
          <div
            className="relative mx-auto"
            style={{
              width: `${widths[step]}%`,
              aspectRatio: isAcross ? `${height} / ${width}` : `${width} / ${height}`,
            }}
          >
            <img
              className="absolute top-1/2 left-1/2 max-w-none h-auto -translate-1/2"
              src={data}
              alt={name}
              style={{
                width: isAcross ? `${(width / height) * 100}%` : "100%",
                rotate: `${turns * 90}deg`,
              }}
            />
          </div>
        ) : (
          <DocumentPicture id={document.id} alt={name} />
        )}
      </div>
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2"
        role="group"
        aria-label={m.admin_papers_picture_tools({ name })}
      >
        {tool(m.admin_papers_zoom_in(), "+", () => setStep(step + 1), step === widths.length - 1)}
        {tool(m.admin_papers_zoom_out(), "−", () => setStep(step - 1), step === 0)}
        {tool(m.admin_papers_rotate(), "↻", () => setTurns((turns + 1) % 4))}
      </div>
    </figure>
  );
}

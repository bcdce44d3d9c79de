import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "./icon.tsx";
import { useHydrated } from "./use-hydrated.ts";
import type { Slides } from "./use-slides.ts";

type CarouselProps = Slides & {
  label: string;
  slideId?: (index: number) => string;
  slides: { key: string; content: ReactNode }[];
};

/**
 * Slides side by side in a row that snaps. Fingers, wheels and arrow keys move it without script. The buttons need
 * script and are for mice: a keyboard has its arrows, so the Tab key skips the buttons.
 */
export function Carousel({ track, index, goTo, label, slideId, slides }: CarouselProps) {
  const isHydrated = useHydrated();
  return (
    <div className="carousel" role="group" aria-roledescription={m.common_carousel()} aria-label={label}>
      <ul
        className="track"
        ref={track}
        tabIndex={slides.length > 1 ? 0 : undefined}
        role="list"
        aria-label={label}
      >
        {slides.map(({ key, content }, place) => (
          <li
            key={key}
            className="slide"
            id={slideId?.(place)}
            aria-label={m.common_slide_of({ place: place + 1, count: slides.length })}
          >
            {content}
          </li>
        ))}
      </ul>
      {isHydrated && slides.length > 1 && (
        <>
          <button
            type="button"
            className="arrow prev"
            tabIndex={-1}
            aria-label={m.common_previous_image()}
            onClick={() => goTo(index - 1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className="arrow next"
            tabIndex={-1}
            aria-label={m.common_next_image()}
            onClick={() => goTo(index + 1)}
          >
            <Icon name="right" />
          </button>
        </>
      )}
    </div>
  );
}

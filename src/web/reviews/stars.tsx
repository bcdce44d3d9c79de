import { m } from "#web/paraglide/messages.js";

const star = "m12 3.5 2.6 5.6 6.1.7-4.5 4.2 1.2 6L12 17l-5.4 3 1.2-6-4.5-4.2 6.1-.7L12 3.5Z";

export const Star = ({ isOn = false }: { isOn?: boolean }) => (
  <svg
    className={`size-4.5 stroke-[1.5] ${isOn ? "fill-bridge stroke-bridge" : "fill-none stroke-ink-faint"}`}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={star} />
  </svg>
);

/** A number of five stars, with words for people who don't see them. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      className="inline-flex gap-0.5 align-[-0.15em]"
      role="img"
      aria-label={m.reviews_stars({ rating: String(rating) })}
    >
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} isOn={place <= rating} />
      ))}
    </span>
  );
}

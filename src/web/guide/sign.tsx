import signs from "./signs.svg?url";

/** A drawing of the guide's own sheet. It never speaks: words stand beside it. */
export function Sign({ name, viewBox, className }: { name: string; viewBox: string; className?: string }) {
  return (
    <svg className={className} viewBox={viewBox} aria-hidden="true" focusable="false">
      <use href={`${signs}#${name}`} />
    </svg>
  );
}

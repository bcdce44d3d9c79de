import signs from "./signs.svg?url";

/** A drawing from the guide's own sheet. Screen readers skip it: words are beside it. */
export function Sign({ name, viewBox, className }: { name: string; viewBox: string; className?: string }) {
  return (
    <svg className={className} viewBox={viewBox} aria-hidden="true" focusable="false">
      <use href={`${signs}#${name}`} />
    </svg>
  );
}

import { useId } from "react";

/** How far long work has come. Without `done` it is under way and nobody knows how far. */
export function Progress({
  label,
  text,
  done,
  of,
}: {
  label: string;
  text: string;
  done?: number;
  of: number;
}) {
  const id = useId();
  return (
    <div className="grid w-full gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b id={id}>{label}</b> <span className="num">{text}</span>
      </p>
      <progress aria-labelledby={id} max={Math.max(of, 1)} value={done} />
    </div>
  );
}

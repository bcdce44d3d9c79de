import { useId } from "react";

/** The progress of a long task. Without `done` the task runs, but nobody knows how far it is. */
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

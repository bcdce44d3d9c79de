import type { ReactNode } from "react";
import stages from "#web/ui/stages.svg?url";

/** A page about an email that is coming or came. A drawing is beside the text where there is room. */
export function ByEmail({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)_minmax(0,26rem)] items-start gap-[clamp(2rem,5vw,4.5rem)] max-lg:grid-cols-1">
      <div className={className}>{children}</div>
      <svg
        className="mt-[clamp(2.5rem,6vw,5rem)] h-auto w-full rounded-xl bg-water max-lg:hidden"
        viewBox="0 0 320 200"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <use href={`${stages}#confirm`} />
      </svg>
    </div>
  );
}

import type { ReactNode } from "react";
import stages from "#web/ui/stages.svg?url";
import "./by-email.css";

/** A page about an email that comes or came, with its drawing beside it where there is room. */
export function ByEmail({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className="page by-email">
      <div className={className}>{children}</div>
      <svg
        className="by-email-art"
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

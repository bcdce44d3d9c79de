import type { ReactNode } from "react";

type SectionProps = { id: string; title: string; lead?: string; children: ReactNode };

/** A part of a public page under a heading of its own, by which it is named. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section className="page section" aria-labelledby={id}>
      <div className="section-head">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {lead && <p className="muted max-md:text-sm">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

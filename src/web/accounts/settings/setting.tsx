import type { ReactNode, Ref } from "react";

/** One part of the settings: its name on the left, its explanation and controls on the right. */
export function Setting({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="setting grid grid-cols-[13rem_minmax(0,34rem)] gap-x-8 gap-y-3 py-6 border-t border-line max-md:grid-cols-1"
    >
      <h3 className="leading-[1.5] tracking-[0]" id={id}>
        {title}
      </h3>
      <div className="stack">{children}</div>
    </section>
  );
}

/** A form that opens in place of its button. */
export function Edit({
  label,
  children,
  ref,
}: {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLDetailsElement>;
}) {
  return (
    <details className="edit" ref={ref}>
      <summary className="btn btn-secondary btn-sm">{label}</summary>
      {children}
    </details>
  );
}

import type { ReactNode } from "react";

/** A fact of a `dl`, with its name. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

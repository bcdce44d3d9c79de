import type { OrderStatus } from "#domain/orders/lifecycle.ts";

/** A moon that fills as the order goes on. */
const shapes: Record<OrderStatus, string> = {
  pending: "",
  confirmed: "M8 2a6 6 0 0 1 0 12A6.9 6.9 0 0 0 8 2Z",
  in_progress: "M8 2a6 6 0 0 1 0 12Z",
  completed: "M8 2a6 6 0 0 1 0 12A6 6 0 0 1 8 2Z",
  cancelled: "M4 7.25h8v1.5H4Z",
};

export function PhaseMoon({ status, className = "" }: { status: OrderStatus; className?: string }) {
  return (
    <svg className={`moon ${className}`.trim()} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="6" />
      {shapes[status] && <path d={shapes[status]} />}
    </svg>
  );
}

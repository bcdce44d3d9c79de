import type { Cancellation } from "#contract/orders.ts";
import { cancelWords } from "./cancel-words.ts";

type CancelQuestionProps = { orderNumber: string; price: Cancellation | undefined };

/** What whoever opens it is asked before an order is cancelled. */
export const CancelQuestion = ({ orderNumber, price }: CancelQuestionProps) => (
  <p>{cancelWords(orderNumber, price)}</p>
);

import type { Cancellation } from "#contract/orders.ts";
import { cancelWords } from "./cancel-words.ts";

type CancelQuestionProps = { orderNumber: string; price: Cancellation | undefined };

/** The question before an order is cancelled. */
export const CancelQuestion = ({ orderNumber, price }: CancelQuestionProps) => (
  <p>{cancelWords(orderNumber, price)}</p>
);

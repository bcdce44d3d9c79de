import { type ActionFunctionArgs, data, redirect } from "react-router";
import { createBooking } from "#contract/orders.ts";
import { getCar } from "#contract/cars.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import { answerOf, type RequestAnswer } from "./request-answer.ts";
import { bookingBody, firstError, readRequest, requestErrors, type RequestValues } from "./request.ts";

export type RequestActionData = { values: RequestValues; answer: RequestAnswer };

/**
 * The request form without script: the same order by the same call, then its page; or the form again, with
 * every value and what is wrong.
 */
export async function requestAction({ request, params, context }: ActionFunctionArgs) {
  const { apiFetch, language, today } = context.get(scopeContext);
  const form = await request.formData();
  const values = readRequest(form);
  const again = (answer: RequestAnswer, status: number) =>
    data<RequestActionData>({ values, answer }, { status });
  try {
    const car = await api(getCar, { params: { id: params.id ?? "" } }, apiFetch);
    const errors = requestErrors(values, today, car.minRentDays);
    if (firstError(errors)) return again({ kind: "faults", errors }, 422);
    // A form that was filled in without script has shown no total for these dates: no total agrees with 0.00,
    // so the answer is the right one, to be confirmed.
    const shown = form.get("totalPrice");
    const totalPrice = typeof shown === "string" && shown !== "" ? shown : "0.00";
    const order = await api(
      createBooking,
      { body: bookingBody(values, { carId: car.id, totalPrice, language }) },
      apiFetch,
    );
    return redirect(`/order-complete?order=${order.id}&placed=1`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return again(answerOf(error.body), error.status);
  }
}

import { type ActionFunctionArgs, data, redirect } from "react-router";
import { createBooking } from "#contract/booking.ts";
import { getCar } from "#contract/cars.ts";
import { requestFields } from "#domain/fields/order.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import { errorsOf, hasErrors, readForm, refusedFields } from "#web/ui/form/form-rules.ts";
import { answerOf, type RequestAnswer } from "./request-answer.ts";
import { bookingBody, type RequestErrors, requestRules, type RequestValues } from "./request-rules.ts";

export type RequestActionData = { values: RequestValues; errors?: RequestErrors; answer?: RequestAnswer };

/**
 * The request form without JavaScript: places the same order by the same call, and leads to the order's page.
 * Otherwise it shows the form again, with every value and the errors.
 */
export async function requestAction({ request, params, context }: ActionFunctionArgs) {
  const { apiFetch, language, firstPickupDay } = context.get(scopeContext);
  const form = await request.formData();
  const values = readForm(requestFields, form);
  const again = (outcome: Omit<RequestActionData, "values">, status: number) =>
    data<RequestActionData>({ values, ...outcome }, { status });
  try {
    const car = await api(getCar, { params: { id: params.id ?? "" } }, apiFetch);
    const errors = errorsOf(requestRules(firstPickupDay, car), values);
    if (hasErrors(errors)) return again({ errors }, 422);
    // A form without JavaScript has shown no total for these dates. The total 0.00 never agrees with the price, so
    // the answer brings the right price for the user to confirm.
    const shown = form.get("totalPrice");
    const totalPrice = typeof shown === "string" && shown !== "" ? shown : "0.00";
    const body = bookingBody(values, { carId: car.id, totalPrice, language });
    const order = await api(createBooking, { body }, apiFetch);
    return redirect(`/order-complete?order=${order.id}&placed=1`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = refusedFields(requestRules(firstPickupDay), error);
    return again(hasErrors(errors) ? { errors } : { answer: answerOf(error.body) }, error.status);
  }
}

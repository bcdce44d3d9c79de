import type { Fields } from "#domain/fields/rules.ts";
import { type Errors, errorsOf, type FormRules, hasErrors, readForm, type Values } from "./form-rules.ts";

/** What a form that is posted without script says; `errors` where it can't be sent on. */
export async function readPost<F extends Fields, Extra extends string>(
  rules: FormRules<F, Extra>,
  request: Request,
): Promise<{ values: Values<F>; errors?: Errors<F, Extra> }> {
  const values = readForm(rules.fields, await request.formData());
  const errors = errorsOf(rules, values);
  return hasErrors(errors) ? { values, errors } : { values };
}

import type { Fields } from "#domain/fields/rules.ts";
import { type Errors, errorsOf, type FormRules, hasErrors, readForm, type Values } from "./form-rules.ts";

/** Reads a form that was posted without script: its values, and their `errors` where it breaks the rules. */
export async function readPost<F extends Fields, Extra extends string>(
  rules: FormRules<F, Extra>,
  request: Request,
): Promise<{ values: Values<F>; errors?: Errors<F, Extra> }> {
  const values = readForm(rules.fields, await request.formData());
  const errors = errorsOf(rules, values);
  return hasErrors(errors) ? { values, errors } : { values };
}

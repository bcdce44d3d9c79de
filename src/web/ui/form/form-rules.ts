import type { ErrorBody } from "#contract/errors.ts";
import type { FieldRule, Fields } from "#domain/fields/rules.ts";

/** What is wrong with a field: its rule's error, an empty required field, or the server's refusal. */
export type CodeOf<F extends Fields, Extra extends string = never> =
  | (F[keyof F] extends FieldRule<infer Code> ? Code : never)
  | Extra
  | "missing"
  | "refused";
export type NameOf<F extends Fields> = keyof F & string;
export type Values<F extends Fields> = { [Name in NameOf<F>]: string };
export type Errors<F extends Fields, Extra extends string = never> = {
  [Name in NameOf<F>]?: CodeOf<F, Extra>;
};

/** The rules of a form, the same in the browser and for a post without script. */
export type FormRules<F extends Fields, Extra extends string = never> = {
  fields: F;
  /** Checks that need several fields; `found` has the errors of the single fields. */
  check?: (values: Values<F>, found: Errors<F, Extra>) => Errors<F, Extra>;
  /** How many errors the form shows at once: all, first only the empty fields, or only the first error. */
  shows?: "all" | "gaps first" | "one";
  /** Codes of the server's refusals that this form has words for; any other is `refused`. */
  known?: readonly Extra[];
};

/** The tidied values of the fields; "" for a field that the form doesn't have. */
export function readForm<F extends Fields>(fields: F, form: FormData | HTMLFormElement): Values<F> {
  const typed = form instanceof FormData ? form : new FormData(form);
  const read = ([name, rule]: [string, FieldRule]) => {
    const value = typed.get(name);
    return [name, typeof value === "string" ? rule.tidy(value) : ""];
  };
  return Object.fromEntries(Object.entries(fields).map(read)) as Values<F>;
}

/** What is wrong with these values, by field, in the order of the page. */
export function errorsOf<F extends Fields, Extra extends string>(
  { fields, check, shows = "all" }: FormRules<F, Extra>,
  values: Values<F>,
): Errors<F, Extra> {
  const found = pick(fields, (name) => {
    const [text, rule]: [string, FieldRule | undefined] = [values[name], fields[name]];
    if (text === "") return rule?.isRequired ? "missing" : undefined;
    return rule?.error(text);
  }) as Errors<F, Extra>;
  if (shows === "gaps first" && Object.values(found).includes("missing"))
    return pick(fields, (name) => (found[name] === "missing" ? "missing" : undefined)) as Errors<F, Extra>;
  const more: Errors<F, Extra> = check?.(values, found) ?? {};
  const all = pick(fields, (name) => found[name] ?? more[name]) as Errors<F, Extra>;
  const first = firstOf(fields, all);
  return shows === "one" && first ? ({ [first]: all[first] } as Errors<F, Extra>) : all;
}

/** The fields that the server refused, with their codes; none where the refusal is about something else. */
export function refusedFields<F extends Fields, Extra extends string>(
  { fields, known = [] }: FormRules<F, Extra>,
  error: unknown,
): Errors<F, Extra> {
  const codes = Object.entries(refusalOf(error)?.fields ?? {}).map(
    ([path, { code }]) => [path.split(".")[0], code] as const,
  );
  return pick(fields, (name) => {
    const code = codes.find(([field]) => field === name)?.[1];
    return code === undefined ? undefined : (known.find((one) => one === code) ?? "refused");
  }) as Errors<F, Extra>;
}

/** The API's answer in an error, if the error carries one. */
export const refusalOf = (error: unknown): Partial<ErrorBody> | undefined =>
  error instanceof Error && "body" in error ? (error.body as ErrorBody | undefined) : undefined;

export const firstOf = <F extends Fields>(fields: F, errors: Partial<Record<string, string>>) =>
  namesOf(fields).find((name) => errors[name]);

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;

/** The values to send: empty optional fields are left out. */
export const sentOf = <F extends Fields>(fields: F, values: Values<F>) =>
  Object.fromEntries(
    namesOf(fields).flatMap((name) =>
      values[name] !== "" || fields[name]?.isRequired ? [[name, values[name]]] : [],
    ),
  ) as { [Name in NameOf<F> as F[Name]["isRequired"] extends true ? Name : never]: string } & {
    [Name in NameOf<F> as F[Name]["isRequired"] extends true ? never : Name]?: string;
  };

export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as NameOf<F>[];

function pick<F extends Fields>(fields: F, codeOf: (name: NameOf<F>) => string | undefined) {
  return Object.fromEntries(
    namesOf(fields).flatMap((name) => {
      const code = codeOf(name);
      return code === undefined ? [] : [[name, code]];
    }),
  );
}

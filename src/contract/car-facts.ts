import * as z from "zod/mini";
import { type CarFields, type PlainField, type PlainRow, rowOf } from "#domain/cars/fields.ts";
import { isLabel } from "#domain/plain-text.ts";
import { line, words } from "./fields.ts";

export const label = (longest: number) =>
  line(longest).check(z.refine(isLabel, "must not hold <, > or line breaks"));
export const wholeBetween = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .number(message)
    .check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, message));
};

type Choice<Values extends readonly string[]> = z.ZodMiniEnum<{ [Value in Values[number]]: Value }>;
type SchemaOf<Row, Text> = Row extends { kind: "mark" }
  ? z.ZodMiniBoolean
  : Row extends { kind: "whole" }
    ? z.ZodMiniNumber
    : Row extends { values: infer Values extends readonly string[] }
      ? Choice<Values>
      : Text;
type ShownFacts<Name extends PlainField> = { [Key in Name]: SchemaOf<CarFields[Key], z.ZodMiniString> };
type SentFacts<Name extends PlainField, Text extends z.ZodMiniType> = {
  [Key in Name]: z.ZodMiniOptional<SchemaOf<CarFields[Key], Text>>;
};

const shapeOf = (names: readonly PlainField[], schemaOf: (row: PlainRow) => z.ZodMiniType) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(rowOf(name))]));

/** Plain fields of a car as an answer shows them. */
export const shownFacts = <Name extends PlainField>(names: readonly Name[]): ShownFacts<Name> =>
  shapeOf(names, (row) => {
    if (row.kind === "mark") return z.boolean();
    if (row.kind === "whole") return z.number();
    return row.kind === "choice" ? z.enum(row.values) : z.string();
  }) as ShownFacts<Name>;

/** Plain fields of a car as a form sends them. */
export const sentFacts = <Name extends PlainField>(
  names: readonly Name[],
): SentFacts<Name, ReturnType<typeof label>> =>
  shapeOf(names, (row) => z.optional(sentSchema(row))) as SentFacts<Name, ReturnType<typeof label>>;

function sentSchema(row: PlainRow): z.ZodMiniType {
  if (row.kind === "mark") return z.boolean();
  if (row.kind === "whole") return wholeBetween(row.from, row.to);
  return row.kind === "choice" ? z.enum(row.values, `must be ${either(row.values)}`) : label(row.most);
}
const either = (values: readonly string[]): string => `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;

/** Plain fields of a car as the assistant gets them: only their size is limited. */
export const assistantFacts = <Name extends PlainField>(
  names: readonly Name[],
): SentFacts<Name, ReturnType<typeof words>> =>
  shapeOf(names, (row) => {
    if (row.kind === "mark") return z.optional(z.boolean());
    if (row.kind === "whole") return z.optional(z.int());
    return z.optional(row.kind === "choice" ? z.enum(row.values) : words(row.most));
  }) as SentFacts<Name, ReturnType<typeof words>>;

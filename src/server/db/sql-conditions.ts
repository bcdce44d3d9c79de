import { type SQL, sql } from "drizzle-orm";
import { literal } from "./sql-text.ts";

/**
 * Conditions joined by "and", their values kept apart from their text: what a person typed is only ever a
 * parameter.
 */
export class SqlConditions {
  readonly #conditions: string[];
  readonly parameters: unknown[] = [];

  constructor(conditions: string[]) {
    this.#conditions = conditions;
  }

  /** `write` gets a placeholder for each value. */
  add(write: (...placeholders: string[]) => string, ...values: unknown[]): void {
    this.#conditions.push(write(...values.map((value) => this.value(value))));
  }

  /** A condition that holds for one of the values at least. An index serves "or", but not "like any". */
  addAny(write: (placeholder: string) => string, values: unknown[]): void {
    this.#conditions.push(`(${values.map((value) => write(this.value(value))).join(" or ")})`);
  }

  /** A placeholder for one more value. */
  value(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  get text(): string {
    return this.#conditions.join(" and ");
  }
}

/** SQL conditions with their values in their text, for a statement that takes no parameters. */
export const inlined = ({ text, parameters }: SqlConditions): string =>
  text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = parameters[Number(place) - 1];
    return literal(Array.isArray(value) ? `{${value.join(",")}}` : String(value));
  });

/** SQL conditions as a part of a query that the builder writes. */
export const asSql = ({ text, parameters }: SqlConditions): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql.param(parameters[Number(part) - 1]))),
  );

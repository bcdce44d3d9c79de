import { isMonth } from "#domain/payments/finance.ts";
import { m } from "#web/paraglide/messages.js";
import { useFollowingForm } from "#web/ui/form/follow-address.ts";
import { TextField } from "#web/ui/form/text-field.tsx";

type MonthFieldProps = { month: string; onChoose: (month: string) => void };

/**
 * Chooses the month of the books. Some browsers have a plain text field for a month: what is half typed stays until
 * it is a month, or until the field is left.
 */
export function MonthField({ month, onChoose }: MonthFieldProps) {
  const form = useFollowingForm({ month });
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()}>
      <TextField
        id="finance-month"
        name="month"
        type="month"
        label={m.finance_month()}
        fieldClassName="min-w-44"
        defaultValue={month}
        onChange={({ currentTarget: { value } }) => isMonth(value) && onChoose(value)}
        onBlur={({ currentTarget }) => {
          if (!isMonth(currentTarget.value)) currentTarget.value = month;
        }}
      />
    </form>
  );
}

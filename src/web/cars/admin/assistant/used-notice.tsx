import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";

/** What a suggestion replaced in a field. */
export type ReplacedValue = {
  field: "monthlyPrice" | "description" | "descriptionZh";
  before: string;
  after: string;
};

/** The value before a suggestion was used, and a button to restore it. */
export function UsedNotice({
  replaced: { field, before, after },
  isBusy,
  onUndo,
}: {
  replaced: ReplacedValue;
  isBusy?: boolean;
  onUndo: () => void;
}) {
  const isPrice = field === "monthlyPrice";
  return (
    <Notice>
      <p>
        {isPrice
          ? m.assistant_replaced_price({
              before: Number(before) > 0 ? showMoney(before) : m.admin_car_empty_value(),
              after: showMoney(after),
            })
          : m.assistant_replaced_description()}
      </p>
      {!isPrice && before && <p className="small muted">{before}</p>}
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-busy={isBusy || undefined}
        onClick={() => !isBusy && onUndo()}
      >
        {m.assistant_undo()}
      </button>
    </Notice>
  );
}

import type { OwnOrder } from "#contract/account/orders.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { stageBadge, stageName, statusOfStage } from "#web/ui/format/stage-words.ts";

export function StageBadge({ stage }: Pick<OwnOrder, "stage">) {
  return (
    <span className={stageBadge(stage)}>
      <PhaseMoon status={statusOfStage[stage]} />
      {stageName(stage)}
    </span>
  );
}

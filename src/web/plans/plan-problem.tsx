import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import type { PlanProblem } from "./plan-choice.ts";
import { queryErrorWords } from "./query-words.ts";

/** Says why this plan can't be ordered as requested, and leads back to the page that can change it. */
export function PlanProblemPage({ problem, back }: { problem: PlanProblem; back: string }) {
  return (
    <div className="page grid justify-items-start gap-4 py-[clamp(3rem,8vw,6rem)]">
      <h1 className="h2">{m.plans_problem_title()}</h1>
      <p className="lead max-w-144">{problemWords(problem)}</p>
      <div className="flow-foot mt-4">
        <Link className="btn btn-primary" to={back}>
          <Icon name="back" />
          {problem === "insurance_missing" ? m.checkout_back() : m.plans_back()}
        </Link>
      </div>
    </div>
  );
}

function problemWords(problem: PlanProblem): string {
  if (problem === "tier_missing") return m.plans_problem_tier();
  if (problem === "tier_sold_out") return m.plans_problem_sold_out({ plan: m.plans_economy() });
  if (problem === "insurance_missing") return m.plans_problem_insurance();
  return queryErrorWords(problem);
}

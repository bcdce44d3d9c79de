import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { ApiError } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { OrderNotFound } from "#web/layout/order-not-found.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { InsuranceProof } from "./insurance-proof.tsx";
import { insuranceQuery } from "./queries.ts";

export const meta = () => pageMeta({ title: m.papers_proof_title() });

/** The proof of insurance for one order, where emails about it lead. */
export default function InsurancePage() {
  const { orderId = "" } = useParams();
  const { data, error } = useQuery(insuranceQuery(orderId));
  if (error instanceof ApiError && error.status === 404) return <OrderNotFound />;
  return (
    <div className="grid gap-6 content-start">
      <header className="grid gap-2">
        <p>
          <Link className="link small" to={`/dashboard/trips/${orderId}`}>
            <Icon name="back" />
            {m.papers_to_order()}
          </Link>
        </p>
        <h1 className="h2">{m.papers_proof_title()}</h1>
        <p className="max-w-text text-ink-soft">{m.papers_proof_lead()}</p>
      </header>
      {data && !data.isNeeded && <Notice kind="good">{m.papers_proof_not_needed()}</Notice>}
      <InsuranceProof orderId={orderId} />
    </div>
  );
}

import { type OrderInsurance, putInsuranceProof } from "#contract/account/papers.ts";
import { addDays, dateInLosAngeles, isDate } from "#domain/dates.ts";
import { insuranceFields } from "#domain/fields/papers.ts";
import { type ProofDateError, proofDateErrors } from "#domain/papers/insurance-proofs.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";

type Fields = typeof insuranceFields;

const rulesFor = ({ pickupDate, coveredUntil }: OrderInsurance): FormRules<Fields, ProofDateError> => ({
  fields: insuranceFields,
  check: ({ validFrom, validUntil }) => {
    if (!isDate(validFrom) || !isDate(validUntil)) return {};
    const today = dateInLosAngeles(Date.now());
    return proofDateErrors(
      { validFrom, validUntil },
      { pickupDate, covered: coveredUntil ?? undefined, today },
    );
  },
  known: ["before_from", "over", "not_on_pickup", "leaves_gap", "no_longer"],
});

const dates = {
  before_from: m.papers_error_before_from,
  over: m.papers_error_proof_over,
  not_on_pickup: m.papers_error_not_on_pickup,
  leaves_gap: m.papers_error_gap,
  no_longer: m.papers_error_no_longer,
};
const own = { validFrom: dates, validUntil: dates };

type Props = {
  orderId: string;
  insurance: OrderInsurance;
  documentId: string | undefined;
  /** Called when somebody sends the form without its picture. */
  onLacking: () => void;
  onSaved: (insurance: OrderInsurance) => void;
};

/** The facts of a proof of insurance, typed by the renter. */
export function InsuranceForm({ orderId, insurance, documentId, onLacking, onSaved }: Props) {
  const { coveredUntil, proofs } = insurance;
  const { props, field, isSending, failure } = useForm({
    rules: rulesFor(insurance),
    id: "insurance",
    words: (name, code) => errorWords(own, name, code),
    start: {
      values: {
        insurer: proofs[0]?.insurer,
        policyNumber: proofs[0]?.policyNumber,
        validFrom: coveredUntil ? addDays(coveredUntil, 1) : undefined,
      },
    },
    send: async (typed) => {
      if (!documentId) return onLacking();
      onSaved(await api(putInsuranceProof, { params: { id: orderId }, body: { ...typed, documentId } }));
    },
  });

  return (
    <form method="post" className="grid gap-5" {...props}>
      <Failed error={failure} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(19rem,100%),1fr))] gap-4">
        <TextField {...field("insurer")} label={m.papers_insurer()} />
        <TextField
          {...field("policyNumber")}
          label={m.papers_policy()}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField {...field("validFrom")} type="date" label={m.papers_valid_from()} />
        <TextField {...field("validUntil")} type="date" label={m.papers_valid_until()} />
      </div>
      <p className="flex flex-wrap items-center gap-y-3 gap-x-4">
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {m.papers_send()}
        </SubmitButton>
      </p>
    </form>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { acceptAgreement, type Agreement } from "#contract/documents.ts";
import { longestAddress, longestSignature } from "#domain/documents/documents.ts";
import { line, required } from "#domain/fields/rules.ts";
import { isSameName } from "#domain/people/same-name.ts";
import { api, ApiError } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { documentErrorWords } from "./document-error-words.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { agreementQuery } from "./queries.ts";

/** Joins the lines of an address, as on an envelope, into one line. */
const oneLine = (address: string): string =>
  address
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(", ");

const addressLine = line(longestAddress);
const fields = {
  name: required(line(longestSignature)),
  address: required({ ...addressLine, tidy: (address: string) => addressLine.tidy(oneLine(address)) }),
};

/** Accepts an agreement with the name of its order. */
export function SignAgreement({ orderId, agreement }: { orderId: string; agreement: Agreement }) {
  const cache = useQueryClient();
  const { version, textHash, renter, lastAddress } = agreement;
  const nameError = () => m.documents_name_error({ name: renter });
  const own = {
    name: { missing: nameError, other_name: nameError },
    address: { missing: m.documents_address_error },
  };
  const { props, field, isSending, failure } = useForm<typeof fields, "other_name">({
    rules: {
      fields,
      check: ({ name }) => (isSameName(name, renter) ? {} : { name: "other_name" }),
    },
    id: "agreement",
    words: (name, code) => errorWords(own, name, code),
    start: { values: { address: lastAddress } },
    send: async (typed) => {
      const accepted = await api(acceptAgreement, {
        params: { id: orderId },
        body: { ...typed, version, textHash },
      });
      cache.setQueryData(agreementQuery(orderId).queryKey, accepted);
      void makeStale(cache, "order");
      toast({ title: m.documents_accepted_toast() });
    },
    onFailed: (error) => {
      // A change meanwhile is shown at once.
      if (error instanceof ApiError && error.status === 409) void makeStale(cache, agreementQuery(orderId));
    },
  });
  return (
    <form className="grid gap-4 max-w-112 no-print" {...props}>
      <TextField
        {...field("name")}
        label={m.documents_name()}
        hint={m.documents_name_hint({ name: renter })}
        autoComplete="name"
      />
      <TextAreaField
        {...field("address")}
        label={m.documents_address()}
        hint={m.documents_address_hint()}
        rows={2}
        autoComplete="street-address"
      />
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          {failureCode(failure) === "agreement_changed" ? m.documents_changed() : documentErrorWords(failure)}
        </Notice>
      )}
      <p>
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {m.documents_accept()}
        </SubmitButton>
      </p>
    </form>
  );
}

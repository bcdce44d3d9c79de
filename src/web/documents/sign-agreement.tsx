import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { acceptAgreement, type Agreement } from "#contract/documents.ts";
import { longestAddress, longestSignature } from "#domain/documents/documents.ts";
import { isSameName } from "#domain/people/same-name.ts";
import { api, ApiError } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { documentErrorWords } from "./document-error-words.ts";
import { describedBy, Field } from "#web/ui/form/field.tsx";
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

/** Accepts an agreement with the name of its order. */
export function SignAgreement({ orderId, agreement }: { orderId: string; agreement: Agreement }) {
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const addressField = useRef<HTMLTextAreaElement>(null);
  const { version, textHash, renter, lastAddress } = agreement;
  const [address, setAddress] = useState(lastAddress);
  const [isAsked, setAsked] = useState(false);
  const signing = useMutation({
    mutationFn: (typed: { name: string; address: string }) =>
      api(acceptAgreement, { params: { id: orderId }, body: { ...typed, version, textHash } }),
    onSuccess: (accepted) => {
      cache.setQueryData(agreementQuery(orderId).queryKey, accepted);
      void makeStale(cache, "order");
      toast({ title: m.documents_accepted_toast() });
    },
    onError: (error) => {
      // A change meanwhile is shown at once.
      if (error instanceof ApiError && error.status === 409) void makeStale(cache, agreementQuery(orderId));
    },
  });
  const isOther = !isSameName(name, renter);
  const lacksAddress = oneLine(address) === "";
  const addressError = isAsked && lacksAddress ? m.documents_address_error() : undefined;
  const error = isAsked && isOther ? m.documents_name_error({ name: renter }) : undefined;
  const hint = m.documents_name_hint({ name: renter });
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A browser may fill fields without an event, so the values that the fields hold now are signed.
    const typed = { name: input.current?.value ?? "", address: addressField.current?.value ?? "" };
    setName(typed.name);
    setAddress(typed.address);
    setAsked(true);
    if (!isSameName(typed.name, renter)) input.current?.focus();
    else if (oneLine(typed.address) === "") addressField.current?.focus();
    else if (!signing.isPending) signing.mutate({ ...typed, address: oneLine(typed.address) });
  };
  return (
    <form className="grid gap-4 max-w-112 no-print" noValidate onSubmit={send}>
      <Field id="agreement-name" label={m.documents_name()} hint={hint} {...(error && { error })}>
        <input
          ref={input}
          id="agreement-name"
          className="control"
          type="text"
          autoComplete="name"
          maxLength={longestSignature}
          value={name}
          onChange={({ target }) => setName(target.value)}
          {...describedBy("agreement-name", error, hint)}
        />
      </Field>
      <Field
        id="agreement-address"
        label={m.documents_address()}
        hint={m.documents_address_hint()}
        {...(addressError && { error: addressError })}
      >
        <textarea
          ref={addressField}
          id="agreement-address"
          className="control"
          rows={2}
          autoComplete="street-address"
          maxLength={longestAddress}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          {...describedBy("agreement-address", addressError, m.documents_address_hint())}
        />
      </Field>
      {signing.error && (
        <Notice kind="bad" isAlert>
          {failureCode(signing.error) === "agreement_changed"
            ? m.documents_changed()
            : documentErrorWords(signing.error)}
        </Notice>
      )}
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={signing.isPending || undefined}>
          {m.documents_accept()}
        </button>
      </p>
    </form>
  );
}

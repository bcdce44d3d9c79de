import { useMemo, useState } from "react";
import { type OwnLicence, putLicence } from "#contract/account/papers.ts";
import { dateInLosAngeles, isDate } from "#domain/dates.ts";
import { licenceFields } from "#domain/fields/papers.ts";
import { type LicenceDateError, licenceDateErrors } from "#domain/papers/licence.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { Errors, FormRules, Values } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { countryOptions, usStateOptions } from "./region-names.ts";

type Fields = typeof licenceFields;

/** Checks that need more than one field: a US licence needs a state, and the dates must follow one another. */
function check(values: Values<Fields>): Errors<Fields, LicenceDateError> {
  const state = values.country === "US" && values.state === "" ? ({ state: "missing" } as const) : {};
  const { birthDate, issueDate: issuedOn, expiryDate: expiresOn, firstIssueDate } = values;
  if (![birthDate, issuedOn, expiresOn].every(isDate)) return state;
  const firstIssuedOn = isDate(firstIssueDate) ? firstIssueDate : undefined;
  const today = dateInLosAngeles(Date.now());
  const wrong = licenceDateErrors({ birthDate, issuedOn, expiresOn, firstIssuedOn }, today);
  return {
    ...state,
    ...(wrong.birthDate && { birthDate: wrong.birthDate }),
    ...(wrong.issuedOn && { issueDate: wrong.issuedOn }),
    ...(wrong.expiresOn && { expiryDate: wrong.expiresOn }),
    ...(wrong.firstIssuedOn && { firstIssueDate: wrong.firstIssuedOn }),
  };
}

const rules: FormRules<Fields, LicenceDateError> = {
  fields: licenceFields,
  check,
  known: ["future", "too_young", "before_birth", "after_issue", "before_issue", "over"],
};

const dates = {
  future: m.papers_error_future,
  too_young: m.papers_error_birth,
  before_birth: m.papers_error_before_birth,
  after_issue: m.papers_error_after_issue,
  before_issue: m.papers_error_before_issue,
  over: m.papers_error_over,
};
const own = { birthDate: dates, issueDate: dates, expiryDate: dates, firstIssueDate: dates };

type Props = {
  licence: OwnLicence;
  onSaved: (licence: OwnLicence) => void;
  onCountry: (country: string) => void;
};

/** The facts of a driver licence, typed by its holder. */
export function LicenceForm({ licence: { licence, verification }, onSaved, onCountry }: Props) {
  const [country, setCountry] = useState(licence?.country ?? "US");
  const [countries, states] = useMemo(() => [countryOptions(), usStateOptions()], []);
  const { props, field, isSending, failure } = useForm({
    rules,
    id: "licence",
    words: (name, code) => errorWords(own, name, code),
    start: {
      values: licence
        ? { ...licence, state: licence.state ?? "", firstIssueDate: licence.firstIssueDate ?? "" }
        : { country: "US" },
    },
    onWatch: (values) => {
      setCountry(values.country);
      onCountry(values.country);
    },
    send: async ({ state, firstIssueDate, ...typed }) => {
      const body = {
        ...typed,
        ...(state && { state }),
        ...(firstIssueDate && { firstIssueDate }),
      };
      onSaved(await api(putLicence, { body }));
    },
  });
  const isAgain = verification.status === "declined" || verification.status === "expired";

  return (
    <form method="post" className="grid gap-5" {...props}>
      <Failed error={failure} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(19rem,100%),1fr))] gap-4">
        <TextField
          {...field("name")}
          label={m.papers_name()}
          hint={m.papers_name_hint()}
          autoComplete="name"
        />
        <TextField
          {...field("number")}
          label={m.papers_number()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SelectField {...field("country")} label={m.papers_country()} options={countries} />
        {country === "US" && (
          <SelectField
            {...field("state")}
            label={m.papers_state()}
            options={[{ value: "", label: m.papers_state_choose() }, ...states]}
          />
        )}
        <TextField {...field("birthDate")} type="date" label={m.papers_birth()} autoComplete="bday" />
        <TextField {...field("issueDate")} type="date" label={m.papers_issued()} />
        <TextField {...field("expiryDate")} type="date" label={m.papers_expires()} />
        <TextField
          {...field("firstIssueDate")}
          type="date"
          label={m.papers_first_issued()}
          hint={m.papers_first_issued_hint()}
          isOptional
        />
      </div>
      <p className="flex flex-wrap items-center gap-y-3 gap-x-4">
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {isAgain ? m.papers_send_again() : licence ? m.papers_save() : m.papers_send()}
        </SubmitButton>
      </p>
    </form>
  );
}

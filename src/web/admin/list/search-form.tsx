import type { ReactNode } from "react";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { useFollowingForm } from "#web/ui/form/follow-address.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { longestSearch } from "#domain/text-lengths.ts";

type SearchFormProps = {
  label: string;
  hint: string;
  words: string;
  /** The choices that narrow the list. The first choice is everything. */
  narrow: { label: string; value: string; options: readonly { value: string; label: string }[] };
  onAsk: (words: string, narrowedTo: string) => void;
  /** Other controls that narrow the list. They start the search by themselves. */
  children?: ReactNode;
};

/** The search above a list. It asks on Enter, on a choice, and when its words are cleared. */
export function SearchForm({ label, hint, words, narrow, onAsk, children }: SearchFormProps) {
  const followed = useFollowingForm({ q: words, narrow: narrow.value });
  const ask = (form: HTMLFormElement) => {
    const typed = readFields(form, ["q", "narrow"]);
    onAsk(typed.q.trim(), typed.narrow);
  };
  return (
    <form
      ref={followed}
      className="admin-filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(event.currentTarget);
      }}
    >
      <div className="with-icon">
        <AdminIcon name="search" />
        <input
          className="control"
          type="search"
          name="q"
          aria-label={label}
          placeholder={hint}
          maxLength={longestSearch}
          defaultValue={words}
          onChange={({ currentTarget }) =>
            currentTarget.value === "" && currentTarget.form && ask(currentTarget.form)
          }
        />
      </div>
      <SelectFrame>
        <select
          className="control"
          name="narrow"
          aria-label={narrow.label}
          defaultValue={narrow.value}
          onChange={({ currentTarget }) => currentTarget.form && ask(currentTarget.form)}
        >
          {narrow.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </SelectFrame>
      {children}
      <button className="btn btn-secondary" type="submit">
        {label}
      </button>
    </form>
  );
}

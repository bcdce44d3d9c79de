import { useSearchParams } from "react-router";

type ChosenListProps<Name extends string> = {
  label: string;
  /** The first list is shown if the address names none. */
  names: readonly Name[];
  words: Record<Name, () => string>;
  chosen: Name;
};

/** Chooses which of several lists is shown; the choice is in the address. */
export function ChosenList<Name extends string>({ label, names, words, chosen }: ChosenListProps<Name>) {
  const [, setSearch] = useSearchParams();
  return (
    <div className="chips" role="group" aria-label={label}>
      {names.map((name) => (
        <button
          key={name}
          className="chip"
          type="button"
          aria-pressed={name === chosen}
          onClick={() => setSearch(name === names[0] ? {} : { show: name }, { preventScrollReset: true })}
        >
          {words[name]()}
        </button>
      ))}
    </div>
  );
}

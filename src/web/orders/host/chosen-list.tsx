import { useSearchParams } from "react-router";

type ChosenListProps<Name extends string> = {
  label: string;
  /** The first one is shown where the address names none. */
  names: readonly Name[];
  words: Record<Name, () => string>;
  chosen: Name;
};

/** Which of some lists is shown, by the address. */
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

/** The names of a file's columns. */
export function Columns({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name}>
          <code className="block px-[0.4375rem] py-0.5 rounded-sm bg-sunken text-[0.8125rem]" lang="en">
            {name}
          </code>
        </li>
      ))}
    </ul>
  );
}

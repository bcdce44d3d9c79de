/** One thing that a paper says, in a list of them. Nothing where it says nothing. */
export const Fact = ({ name, value }: { name: string; value: string }) =>
  value ? (
    <div>
      <dt className="text-ink-faint text-xs/[inherit]">{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

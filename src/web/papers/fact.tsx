/** One fact of a paper, in a list of facts. Shows nothing if the value is empty. */
export const Fact = ({ name, value }: { name: string; value: string }) =>
  value ? (
    <div>
      <dt className="text-ink-faint text-xs/[inherit]">{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

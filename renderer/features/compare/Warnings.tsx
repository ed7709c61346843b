import { useSaid } from '../../shell/Said';

/** What to know before trusting a figure. */
export function Warnings({ lines }: { lines: readonly string[] }) {
  const say = useSaid();
  if (lines.length === 0) return null;
  return (
    <ul className="note small warnings" role="status">
      {lines.map((line) => (
        <li key={line}>{say(line)}</li>
      ))}
    </ul>
  );
}

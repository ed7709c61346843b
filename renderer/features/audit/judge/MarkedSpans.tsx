import type { MarkedSpan } from '../../../../shared/annotation';

/** Places that somebody marked as evidence, in their words; each leads to its place in the text. */
export function MarkedSpans({ spans, onGo }: { spans: readonly MarkedSpan[]; onGo: (span: MarkedSpan) => void }) {
  return (
    <ul className="marked">
      {spans.map((span) => (
        <li key={`${span.start}-${span.end}`}>
          <button type="button" className="link cut" onClick={() => onGo(span)}>
            “{span.quote}”
          </button>
        </li>
      ))}
    </ul>
  );
}

import type { Block } from './blocks';
import { emOf } from './sections';
import { type Layer, layersIn, runsOf } from './segments';

/** One block, its characters as they are in the text; a paragraph's own number hangs in the margin. */
export function TextBlock({ text, block, hang, layers }: { text: string; block: Block; hang: boolean; layers: readonly Layer[] }) {
  const marks = layersIn(layers, block);
  const all = hang && block.number ? [...marks, { name: 'hang', ranges: [block.number] }] : marks;
  return (
    <div
      className={`block ${block.kind}${block.heading ? ' heading' : ''}`}
      style={{ containIntrinsicHeight: `auto ${emOf(text, block)}em` }}
      data-block={block.start}
    >
      {runsOf(block, all).map((run) => {
        const words = text.slice(run.start, run.end);
        if (run.layers.length === 0) return words;
        const names = run.layers.join(' ');
        if (names === 'hang') {
          return (
            <span key={run.start} className="hang">
              {words}
            </span>
          );
        }
        return (
          <mark key={run.start} className={names} data-start={run.start}>
            {words}
          </mark>
        );
      })}
    </div>
  );
}

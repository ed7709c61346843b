import { memo, useMemo } from 'react';
import { type Block, blocksOf, type Layer, runsOf } from './segments';

/** The full text, exactly; marks lie over it. Blocks off screen cost nothing (content-visibility). */
export const TextColumn = memo(function TextColumn({ text, lang, layers }: { text: string; lang: 'pt' | 'en'; layers: readonly Layer[] }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="column" lang={lang === 'pt' ? 'pt-BR' : 'en'}>
      {blocks.map((block) => (
        <TextBlock key={block.start} text={text} block={block} layers={touching(layers, block)} />
      ))}
    </div>
  );
});

const NONE: readonly Layer[] = [];

/** Only the layers that touch a block: a block without marks is drawn once. */
function touching(layers: readonly Layer[], block: Block): readonly Layer[] {
  const found = layers
    .map(({ name, ranges }) => ({ name, ranges: ranges.filter((range) => range.end > block.start && range.start < block.end) }))
    .filter(({ ranges }) => ranges.length > 0);
  return found.length === 0 ? NONE : found;
}

const TextBlock = memo(
  function TextBlock({ text, block, layers }: { text: string; block: Block; layers: readonly Layer[] }) {
    return (
      <div className={`block ${block.kind}`}>
        {runsOf(block, layers).map((run) => {
          const words = text.slice(run.start, run.end);
          if (run.layers.length === 0) return words;
          return (
            <mark key={run.start} className={run.layers.join(' ')} data-start={run.start}>
              {words}
            </mark>
          );
        })}
      </div>
    );
  },
  (before, after) =>
    before.text === after.text &&
    before.block.start === after.block.start &&
    JSON.stringify(before.layers) === JSON.stringify(after.layers),
);

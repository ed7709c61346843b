import { memo, useMemo } from 'react';
import { type Block, blocksOf } from './blocks';
import { type Layer, layersIn, runsOf } from './segments';

/** The full text, exactly; marks lie over it. Blocks off screen cost nothing (content-visibility). */
export const TextColumn = memo(function TextColumn({ text, lang, layers }: { text: string; lang: 'pt' | 'en'; layers: readonly Layer[] }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  const numbered = useMemo(() => blocks.filter(({ number }) => number).length > 2, [blocks]);
  return (
    <div className={numbered ? 'column numbered' : 'column'} lang={lang === 'pt' ? 'pt-BR' : 'en'}>
      {blocks.map((block) => (
        <TextBlock key={block.start} text={text} block={block} hang={numbered} layers={inBlock(layers, block)} />
      ))}
    </div>
  );
});

const NONE: readonly Layer[] = [];
function inBlock(layers: readonly Layer[], block: Block): readonly Layer[] {
  const found = layersIn(layers, block);
  return found.length === 0 ? NONE : found;
}

interface Props {
  readonly text: string;
  readonly block: Block;
  readonly hang: boolean;
  readonly layers: readonly Layer[];
}

/** A block without marks is drawn once. */
const sameBlock = (a: Props, b: Props): boolean =>
  a.text === b.text && a.block.start === b.block.start && (a.layers === b.layers || JSON.stringify(a.layers) === JSON.stringify(b.layers));

const TextBlock = memo(function TextBlock({ text, block, hang, layers }: Props) {
  const all = hang && block.number ? [...layers, { name: 'hang', ranges: [block.number] }] : layers;
  return (
    <div className={`block ${block.kind}${block.heading ? ' heading' : ''}`} data-block={block.start}>
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
}, sameBlock);

import { memo, useMemo } from 'react';
import { useAfterPaint } from '../shell/useAfterPaint';
import { blocksOf } from './blocks';
import { type Section, sectionAt, sectionsOf } from './sections';
import { type Layer, layersIn } from './segments';
import { TextBlock } from './TextBlock';

/**
 * The full text, exactly; marks lie over it. It is drawn from the evidence outwards: first what lies around `near`, then, when
 * that is on the screen, all the rest. Sections and blocks off screen cost nothing (content-visibility).
 */
export const TextColumn = memo(function TextColumn({
  text,
  lang,
  layers,
  near,
}: {
  text: string;
  lang: 'pt' | 'en';
  layers: readonly Layer[];
  near: number;
}) {
  const sections = useMemo(() => sectionsOf(text, blocksOf(text)), [text]);
  const numbered = useMemo(() => sections.flatMap(({ blocks }) => blocks).filter(({ number }) => number).length > 2, [sections]);
  const whole = useAfterPaint();
  const at = sectionAt(sections, near);
  return (
    <div className={numbered ? 'column numbered' : 'column'} lang={lang === 'pt' ? 'pt-BR' : 'en'}>
      {sections.map((section, i) => (
        <TextSection
          key={section.start}
          text={text}
          section={section}
          hang={numbered}
          drawn={whole || Math.abs(i - at) <= 1}
          layers={inSection(layers, section)}
        />
      ))}
    </div>
  );
});

const NONE: readonly Layer[] = [];
function inSection(layers: readonly Layer[], section: Section): readonly Layer[] {
  const found = layersIn(layers, section);
  return found.length === 0 ? NONE : found;
}

interface Props {
  readonly text: string;
  readonly section: Section;
  readonly hang: boolean;
  readonly drawn: boolean;
  readonly layers: readonly Layer[];
}

/** A section is drawn again only where its marks change. */
const same = (a: Props, b: Props): boolean =>
  a.section === b.section &&
  a.drawn === b.drawn &&
  (!a.drawn || a.layers === b.layers || JSON.stringify(a.layers) === JSON.stringify(b.layers));

const TextSection = memo(function TextSection({ text, section, hang, drawn, layers }: Props) {
  if (!drawn) return <div className="section" style={{ height: `${section.em}em` }} />;
  return (
    <div className="section" style={{ containIntrinsicHeight: `auto ${section.em}em` }}>
      {section.blocks.map((block) => (
        <TextBlock key={block.start} text={text} block={block} hang={hang} layers={layers} />
      ))}
    </div>
  );
}, same);

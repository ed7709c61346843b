import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useT } from '../../i18n';
import { useLayout, useWidth } from '../../shell/useLayout';

const NARROW = 800;

/** Whether the window has room for one of the two alone. */
export const useNarrow = (): boolean => useWidth() < NARROW;

/** What is judged beside the text that it comes from; in a narrow window, one at a time. */
export function BesideSource({
  name,
  width,
  reading,
  left,
  right,
}: {
  /** Under which the widths are remembered. */
  name: string;
  /** Of the left side at first, px. */
  width: number;
  /** In a narrow window: the text is read. */
  reading: boolean;
  left: ReactNode;
  right: ReactNode;
}) {
  const { t } = useT();
  const layout = useLayout(name);
  if (useNarrow()) return reading ? right : left;
  return (
    <Group orientation="horizontal" defaultLayout={layout.saved} onLayoutChanged={layout.save} style={{ height: '100%' }}>
      <Panel id={`${name}-list`} defaultSize={`${width}px`} minSize={`${width - 100}px`} groupResizeBehavior="preserve-pixel-size">
        {left}
      </Panel>
      <Separator className="handle" aria-label={t('resize')} />
      <Panel id={`${name}-source`} minSize="340px">
        {right}
      </Panel>
    </Group>
  );
}

/** The head of a column: its words, or more where its cells are numbers or the words need a hint. */
export type ColumnHead = string | { readonly label: string; readonly num?: true; readonly title?: string };

/** The head of a column of numbers. */
export const num = (label: string, title?: string): ColumnHead => ({ label, num: true, ...(title && { title }) });

export function TableHead({ columns, muted }: { columns: readonly ColumnHead[]; muted?: boolean }) {
  return (
    <thead className={muted ? 'muted' : undefined}>
      <tr>
        {columns.map((column) => {
          const { label, num, title } = typeof column === 'string' ? { label: column, num: undefined, title: undefined } : column;
          return (
            <th key={label} scope="col" className={num && 'num'} title={title}>
              {label}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The one place where a value becomes part of a filter expression. */

/** A string literal: quotes doubled. LanceDB's dialect knows no other escape, so backslashes stand for themselves. */
export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

export const equals = (column: string, value: string): string => `${column} = ${literal(value)}`;

export const differs = (column: string, value: string): string => `${column} <> ${literal(value)}`;

export const isIn = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} IN (${values.map(literal).join(', ')})`;

export const both = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(' AND ');

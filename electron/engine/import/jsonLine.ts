/** A line of JSONL as an object, or why it is none. */
export function jsonLine(line: string): Record<string, unknown> | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return `the line is not JSON (${error instanceof Error ? error.message : error})`;
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return 'the line is no JSON object';
  return json as Record<string, unknown>;
}

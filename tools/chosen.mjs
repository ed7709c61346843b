/** The pieces of work that a tool's arguments name, all of them where they name none; says on which machine they run. */
import { cpus } from 'node:os';

/**
 * @param work name → function
 * @param kind what messages call one of them
 * @returns the functions in the order that was asked for; ends the process with 2 for a name that is not there
 */
export function chosenWork(work, kind) {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in work));
  if (unknown.length > 0) {
    console.error(`No such ${kind}: ${unknown.join(', ')}. There are: ${Object.keys(work).join(', ')}.`);
    process.exit(2);
  }
  console.log(`Machine: ${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}\n`);
  return (asked.length > 0 ? asked : Object.keys(work)).map((name) => work[name]);
}

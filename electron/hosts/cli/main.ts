/** `pepita`: the command line. Names, fields and exit statuses are fixed: scripts depend on them. */
import { Command, CommanderError, Option } from 'commander';
import { AppError } from '../../../shared/errors';
import { productVersion } from '../engineConfig';
import { productRoot } from '../productRoot';
import { addAgreementCommand } from './agreementCommand';
import { addAnnotationCommands } from './annotationCommands';
import { addApproximateCommand } from './approximateCommand';
import { addCorpusCommands } from './corpusCommands';
import { addDoctorCommand } from './doctorCommand';
import { addEndpointCommands } from './endpointCommands';
import { addExperimentCommands } from './experimentCommands';
import { addFormulationCommands } from './formulationCommands';
import { addImportCommand } from './importCommand';
import { addJudgingCommands } from './judgingCommands';
import { addLeaderboardCommands } from './leaderboardCommands';
import { addMeasureCommands } from './measureCommands';
import { addModelCommands } from './modelCommands';
import { addProfileCommands } from './profileCommands';
import { addQueueCommands } from './queueCommands';
import { addRerankCommand } from './rerankCommand';
import { addRunCommand } from './runCommand';
import { addSearchCommand } from './searchCommand';
import { fail } from './session';
import { addWorkbenchCommands } from './workbenchCommands';

// `pepita … | head` closes our stdout early: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const program = new Command('pepita')
  .description('Finds the thesis in long court decisions: extracts legal nuggets, indexes and ranks them, with their evidence in the text.')
  .version(productVersion(productRoot(import.meta.url)))
  .showHelpAfterError('(run with --help for the flags)')
  .addHelpText(
    'after',
    `
A first walk, on the sample collection that comes along:
  pepita import sample: --collection sample
  pepita extract --collection sample
  pepita index --collection sample
  pepita search "técnica e preço" --collection sample

Exit status: 0 done · 1 our own fault · 2 wrong use of a flag · 3 bad input · 4 not found
             5 the workspace is taken or too new · 6 a model is missing or failed · 130 interrupted`,
  );

const common = (command: Command): Command =>
  command
    .option('--workspace <dir>', "folder of the workspace (default: the user's data folder, or PEPITA_WORKSPACE)")
    .addOption(new Option('--json', 'print one JSON object to stdout and nothing else').default(false, 'off'))
    .addOption(new Option('--quiet', 'no progress on stderr').default(false, 'off'));

addImportCommand(program, common);
addCorpusCommands(program, common);
addApproximateCommand(program, common);
addQueueCommands(program, common);
addFormulationCommands(program, common);
addSearchCommand(program, common);
addRunCommand(program, common);
addRerankCommand(program, common);
addMeasureCommands(program, common);
addLeaderboardCommands(program, common);
addExperimentCommands(program, common);
addAnnotationCommands(program, common);
addAgreementCommand(program, common);
addJudgingCommands(program, common);
addModelCommands(program, common);
addProfileCommands(program, common);
addEndpointCommands(program, common);
addDoctorCommand(program, common);
addWorkbenchCommands(program, common);

for (const command of [program, ...program.commands, ...program.commands.flatMap((parent) => parent.commands)]) command.exitOverride();
try {
  await program.parseAsync(process.argv);
} catch (thrown) {
  if (!(thrown instanceof CommanderError)) throw thrown;
  // Help and version end with 0; commander has already printed its message to stderr.
  if (thrown.exitCode === 0) process.exitCode = 0;
  else if (process.argv.includes('--json'))
    fail({ json: true }, new AppError('USAGE', thrown.message.replace(/^error: /, ''), 'Run with --help for the flags.'));
  else process.exitCode = 2;
}

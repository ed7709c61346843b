/**
 * What the engine says with a flag or a command in it, as the window says it: where its place and button are named by the window's own
 * words. By the engine's form, as translations are (`../said.ts`); the command line keeps its own words. Where the window has no
 * way, it says that the command line has.
 */
import { en } from '../en';

const inLibrary = `in ${en.library}`;
const inModels = `in ${en.models}`;
const inCompare = `in ${en.compare}`;
const otherEncoder = `choose another under “${en.encoder}” ${inLibrary}`;
const otherWords = `under “${en.inOtherWords}” (${en.compare}, “${en.makeRun}”)`;
const approximate = `“${en.makeApproximate}” ${inLibrary}`;
const fit = `choose “${en.fittedToThis}” under “${en.encoder}” ${inLibrary}, then press “${en.makeIndex}”`;

export const inWindowEn: Readonly<Record<string, string>> = {
  // Encoders and language models.
  'Its file may be damaged: delete its folder, then index with --encoder fitted again.': `Its file may be damaged: delete its folder; then ${fit}.`,
  'The model file may be damaged: run "pepita doctor".': `The model file may be damaged: fetch it again, then press “${en.lookAgain}” ${inModels}.`,
  'Write the manifest again: pepita models add FILE.gguf --force': `The command line writes its manifest again (pepita models add FILE.gguf --force). Until then, ${otherEncoder}.`,
  'Let Pepita write it: pepita models add {0}': `The command line writes it (pepita models add {0}). Until then, ${otherEncoder}.`,
  'Write it again: pepita models add {0} --force': `The command line writes it again (pepita models add {0} --force). Until then, ${otherEncoder}.`,
  'Write the manifest again: pepita models add {0} --force': `The command line writes the manifest again (pepita models add {0} --force). Until then, ${otherEncoder}.`,
  'A half-finished download? Fetch or build it again; if it was changed on purpose: pepita models add {0} --force': `A half-finished download? Fetch or build it again, then press “${en.lookAgain}” ${inModels}. If it was changed on purpose, the command line takes it as it is: pepita models add {0} --force`,
  'Known: {0}. Add a folder with a graph and its tokenizer, or a GGUF: pepita models add PATH.': `Known: {0}. Choose one of them under “${en.encoder}” ${inLibrary}.`,
  'If memory is short, use a smaller model or fewer --max-tokens; else the file may be damaged: fetch it again.':
    'If memory is short, choose a smaller encoder; else the file may be damaged: fetch it again.',
  'Name a chat model with --model: pepita models lists them. This one can make an index: pepita models add {0}.': `Choose a chat model: ${en.models} lists them. This one can make an index, once the command line has looked at it: pepita models add {0}.`,
  'Name a .gguf file, or one listed by: pepita models.': `Choose one of those that ${en.models} lists.`,
  'Put one into {0} or name it with --model; {1}.': `Put one into {0}, then press “${en.lookAgain}” ${inModels}; {1}.`,
  'without one, --extractor extractive works': `without one, the rules draw nuggets (“${en.nuggetsBy}” ${inLibrary})`,
  'without one, --formulator extractive works': 'without one, the rules pick clauses of a query',
  'reranking needs one, here or behind an --endpoint': `reranking needs one, here or behind a remote endpoint (${en.models})`,
  '{0} language models were found: say which with --model.': '{0} language models were found: choose one.',
  // Endpoints.
  'Serves it another model? Try it: pepita endpoints test, then index again.': `Serves it another model? Press “${en.tryIt}” ${inModels}, then index again.`,
  'If you trust it, name it yourself: pepita endpoints add {0} URL.': `If you trust it, add {0} anew ${inModels}, with that address.`,
  'Is it running? Try it: pepita endpoints test {0}. What is done is kept.': `Is it running? Press “${en.tryIt}” at {0} ${inModels}. What is done is kept.`,
  'Look at address and model: pepita endpoints list. Change them: pepita endpoints add {0} URL --chat-model M.': `Look at address and model ${inModels}. To change them, add {0} anew there.`,
  'Say how many tokens it takes: pepita endpoints add {0} URL … --context-size N (for vectors: --embedding-tokens N).': `Add {0} anew ${inModels} and say how many tokens it takes: “${en.field_context_size}”, for vectors “${en.field_embedding_tokens}”.`,
  'Add it: pepita endpoints add {0} URL --chat-model M.': `Add it ${inModels}: “${en.addEndpoint}”.`,
  'Give --chat-model M, --embedding-model M or both.': `Fill in “${en.chatModel}”, “${en.embeddingModel}” or both.`,
  'To go on, turn it on: pepita endpoints enable {0}; then start again.': `To go on, press “${en.turnOn}” at {0} ${inModels}, then start again.`,
  'Turn it on: pepita endpoints enable {0}.': `Press “${en.turnOn}” at {0} ${inModels}.`,
  'Name one: pepita endpoints add {0} URL --{1}-model M.': `Add {0} anew ${inModels} and name one there.`,
  'Add it anew with --embedding-model M.': `Add it anew ${inModels}, with “${en.embeddingModel}” filled in.`,
  'Add it anew with --chat-model M.': `Add it anew ${inModels}, with “${en.chatModel}” filled in.`,
  // Importing, extracting, indexing.
  'Leave --format out to have it recognised.': `Choose “${en.format_auto}” under “${en.format}”.`,
  'this is a TREC run, which is compared, not imported: pepita evaluate --run FILE':
    'this is a TREC run, which is measured, not imported; the command line does it: pepita evaluate --run FILE',
  'judgments of the split "{0}" alone; left out: {1} (--split NAME or all)':
    'judgments of the split "{0}" alone; left out: {1} (the command line takes another: --split NAME or all)',
  'Import one first: pepita import PATH --collection ID.': `Import one first: “${en.importOwn}” ${inLibrary}.`,
  'Import qrels into it, or name a file: --qrels FILE.': `Import them (“${en.importOwn}” ${inLibrary}), or judge ${en.relevance.toLowerCase()} in ${en.audit}.`,
  'Name one with --system.': 'Give the file another name: at most 60 letters, digits, spaces or . _ + -',
  'See what there is: pepita profiles.': `Choose one under “${en.readFor}” ${inLibrary}.`,
  'Leave one of both out; pepita profiles says what each makes.': `Choose another under “${en.readFor}” ${inLibrary}: it says what each makes.`,
  'pepita profiles says what each makes.': `Choose another under “${en.readFor}” ${inLibrary}: it says what each makes.`,
  'List them: pepita jobs.': `“${en.jobs}” ${inLibrary} lists them.`,
  'Draw them out: pepita {0} --collection {1}; then pepita index --collection {2}.': `Press “${en.extract}” or “${en.makeSummaries}” at the collection ${inLibrary}, then “${en.makeIndex}”.`,
  'Index it: {0}.': `Press “${en.makeIndex}” at the collection ${inLibrary}.`,
  'Index again: {0}.': `Press “${en.makeIndex}” at the collection ${inLibrary}.`,
  'Fit one: pepita index --collection {0} --encoder fitted.': `Fit one: ${fit}.`,
  "Use the collection's own: --encoder fitted (pepita index --collection {0} --encoder fitted makes it).": `Use the collection’s own: ${fit}.`,
  '{0} is out of date: {1}. Fit it again: pepita index --collection {2} --encoder fitted': `{0} is out of date: {1}. To fit it again, ${fit}.`,
  'there is no approximate index of the {0} vectors of {1} ({2})': `there is no approximate index of the {0} vectors of {1} (${approximate})`,
  'documents or extractions have changed since the approximate index was made; make it anew ({0})': `documents or extractions have changed since the approximate index was made; make it anew (${approximate})`,
  'the approximate index is gone from the workspace; make it anew ({0})': `the approximate index is gone from the workspace; make it anew (${approximate})`,
  // Queries, runs, judgments.
  'Make them: pepita formulate --collection {0} (with --model or --endpoint a language model writes them).': `Press “${en.writeThem}” ${otherWords}.`,
  'Make them: pepita formulate --collection {0}{1}.': `Press “${en.writeThem}” ${otherWords}.`,
  'List them: pepita formulations --collection {0}.': `They are listed ${otherWords}.`,
  'The issues of this query are clauses of it, picked by rules: nothing else was formulated for it. A language model writes them: pepita formulate --text.': `The issues of this query are clauses of it, picked by rules: nothing else was formulated for it. A language model writes those of the collection’s queries ${otherWords}.`,
  'Write one by hand (pepita formulations edit), formulate it with another model, or search it as it is.': `Write one by hand ${otherWords}, formulate it with another model, or search it as it is.`,
  'The model is told the queries as they are: not every one is formulated (pepita formulate).': `The model is told the queries as they are: not every one is formulated (“${en.inOtherWords}”).`,
  'Rerank it: pepita rerank --run ID.': `“${en.rerankRun}” ${inCompare} does it.`,
  'Name a folder: --out DIR.': 'Close the other Pepita that writes in this workspace, open this one again, and run it then.',
  'Name a file that pepita judging export wrote.': `Choose a file that “${en.files_exportRelevance}” wrote.`,
  // The workspace.
  'Close the other Pepita (the workbench or a command), or choose another folder with --workspace.':
    'Close the other Pepita (the workbench or a command), then open this one again.',
  'Update Pepita, or choose another folder with --workspace.': 'Update Pepita, then open it again.',
  'Choose a folder that you may write to: --workspace DIR.': 'See to it that you may write there, then open Pepita again.',
};

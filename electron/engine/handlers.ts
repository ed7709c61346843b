/** Command → use case. With index.ts, the place where the pipeline reads from top to bottom. */
import type { Handlers } from '../../shared/rpc/server';
import { addEncoder, inspectEncoder } from './use/addEncoder';
import { annotateNugget, undoAnnotation } from './use/annotateNugget';
import { annotationExamples } from './use/annotationExamples';
import { annotationQueue } from './use/annotationQueue';
import { annotationReport } from './use/annotationReport';
import { annotationScores } from './use/annotationScores';
import { checkExperiment } from './use/checkExperiment';
import { compareRuns } from './use/compareRuns';
import type { EngineContext } from './use/context';
import { estimateIndex } from './use/estimateIndex';
import { estimateRemote } from './use/estimateRemote';
import { evaluateRuns } from './use/evaluateRuns';
import { examine } from './use/examine';
import { exportAnnotations } from './use/exportAnnotations';
import { exportCollection } from './use/exportCollection';
import { extractDocuments } from './use/extractDocuments';
import { formulateQueries } from './use/formulateQueries';
import { editFormulation, listFormulations, restoreFormulation } from './use/formulations';
import { importAnnotations } from './use/importAnnotations';
import { importFiles } from './use/importFiles';
import { indexCollection } from './use/indexCollection';
import type { Jobs } from './use/jobs';
import { judgeRelevance, undoRelevance } from './use/judgeRelevance';
import { judgingHoles, judgingPool } from './use/judgingPool';
import { judgmentsOf } from './use/judgments';
import { listExperiments, removeExperiment, showExperiment } from './use/keptExperiments';
import { listRuns, removeRun } from './use/keptRuns';
import { readLeaderboard, writeLeaderboard } from './use/leaderboard';
import { annotationProgress, listAnnotations } from './use/listAnnotations';
import { dropApproximate, listApproximate } from './use/listApproximate';
import { listFailures } from './use/listFailures';
import { listModels } from './use/listModels';
import { makeApproximate } from './use/makeApproximate';
import { makeRun } from './use/makeRun';
import { measureAbility } from './use/measureAbility';
import { measureAgreement } from './use/measureAgreement';
import { hintAgreement, nuggetHint } from './use/nuggetHints';
import { listPresets } from './use/presets';
import { previewProfile } from './use/previewProfile';
import { chooseProfile, listProfiles, profilesFolder } from './use/profiles';
import { exportRelevance, importRelevance } from './use/relevanceFiles';
import { enabledHosts, testEndpoint } from './use/remote';
import { requireCollection, requireDocument } from './use/require';
import { listRerankings } from './use/rerankings';
import { rerankRun } from './use/rerankRun';
import { rescoreRun } from './use/rescoreRun';
import { runExperiment } from './use/runExperiment';
import { runPreset } from './use/runPreset';
import { searchCollection } from './use/searchCollection';
import { listCollections, listDocuments } from './use/summarise';

export function createHandlers(context: EngineContext, jobs: Jobs): Handlers<AbortSignal> {
  const { store, config, endpoints } = context;
  return {
    async info() {
      return {
        version: config.version,
        workspace: config.workspace,
        readonly: store.readonly,
        remote_hosts: await enabledHosts(endpoints),
        default_encoder: context.defaultEncoder,
        threads: context.threads,
      };
    },
    import: (input, { signal, emit }) => importFiles(context, input, { signal, emit }),
    extract: (input, { signal, emit }) => extractDocuments(context, input, { signal, emit }),
    index: (input, { signal, emit }) => indexCollection(context, input, { signal, emit }),
    approximate: (input, { signal, emit }) => makeApproximate(context, input, { signal, emit }),
    approximateIndexes: ({ collection }) => listApproximate(context, collection),
    dropApproximate: (input) => dropApproximate(context, input),
    estimateIndex: ({ collection }, { signal }) => estimateIndex(context, collection, signal),
    formulate: (input, { signal, emit }) => formulateQueries(context, input, { signal, emit }),
    formulations: (input) => listFormulations(context, input),
    editFormulation: (input) => editFormulation(context, input),
    restoreFormulation: (input) => restoreFormulation(context, input),
    search: (input, { signal }) => searchCollection(context, input, signal),
    run: (input, { signal, emit }) => makeRun(context, input, { signal, emit }),
    evaluate: (input, { signal }) => evaluateRuns(context, input, signal),
    compareRuns: (input, { signal, emit }) => compareRuns(context, input, { signal, emit }),
    experiment: (input, { signal, emit }) => runExperiment(context, input, { signal, emit }),
    checkExperiment: ({ source }) => checkExperiment(store, source),
    experiments: async () => ({ experiments: await listExperiments(config.workspace) }),
    removeExperiment: ({ id }) => removeExperiment(config.workspace, id),
    showExperiment: ({ id }) => showExperiment(config.workspace, id),
    writeLeaderboard: (input) => writeLeaderboard(context, input),
    readLeaderboard: (input) => readLeaderboard(context, input),
    presets: () => listPresets(config),
    preset: (input, { signal, emit }) => runPreset(context, input, { signal, emit }),
    runs: ({ collection }) => listRuns(context, collection),
    removeRun: ({ collection, run_id }) => removeRun(context, collection, run_id),
    rerank: (input, { signal, emit }) => rerankRun(context, input, { signal, emit }),
    rerankings: (input) => listRerankings(context, input),
    rescore: (input, { signal }) => rescoreRun(context, input, signal),

    profiles: async () => ({ profiles: await listProfiles(config), folder: profilesFolder(config) }),
    chooseProfile: ({ collection, profile }) => chooseProfile(context, collection, profile),
    previewProfile: (input, { signal, emit }) => previewProfile(context, input, { signal, emit }),

    collections: async () => ({ collections: await listCollections(context) }),
    documents: (input) => listDocuments(store, input),
    async show({ collection, doc_id }) {
      const [document, nuggets, summaries, extractions] = await Promise.all([
        requireDocument(store, collection, doc_id),
        store.nuggets(collection, { docId: doc_id }),
        store.summaries(collection, doc_id),
        store.extractions(collection, doc_id),
      ]);
      return { document, nuggets, summaries, extractions };
    },
    failures: (input) => listFailures(store, input),
    async traces({ collection, doc_id }) {
      await requireDocument(store, collection, doc_id);
      return { traces: [...(await store.traces(collection, doc_id)), ...(await store.summaryTraces(collection, doc_id))] };
    },
    async queries({ collection }) {
      await requireCollection(store, collection);
      const [queries, judgments] = await Promise.all([store.queries(collection), judgmentsOf(store, collection)]);
      return { queries, judgments };
    },
    export: (input) => exportCollection(store, input),
    models: () => listModels(store, config),
    inspectEncoder: (input) => inspectEncoder(context, input),
    addEncoder: (input) => addEncoder(context, input),
    measureAbility: (input, { signal, emit }) => measureAbility(context, input, { signal, emit }),
    doctor: () => examine(context),

    annotate: (input) => annotateNugget(context, input),
    undoAnnotation: (input) => undoAnnotation(context, input),
    annotations: (input) => listAnnotations(context, input),
    annotationQueue: (input, { signal }) => annotationQueue(context, input, signal),
    annotationProgress: (input) => annotationProgress(context, input),
    annotationScores: (input) => annotationScores(context, input),
    annotationExamples: (input) => annotationExamples(context, input),
    annotationReport: (input) => annotationReport(context, input),
    judgingPool: (input) => judgingPool(context, input),
    judgeRelevance: (input) => judgeRelevance(context, input),
    undoRelevance: (input) => undoRelevance(context, input),
    importRelevance: (input) => importRelevance(context, input),
    exportRelevance: (input) => exportRelevance(context, input),
    judgingHoles: (input) => judgingHoles(context, input),
    hint: (input, { signal }) => nuggetHint(context, input, signal),
    hintAgreement: (input, { signal, emit }) => hintAgreement(context, input, { signal, emit }),
    agreement: (input) => measureAgreement(context, input),
    importAnnotations: (input, { signal, emit }) => importAnnotations(context, input, { signal, emit }),
    exportAnnotations: (input) => exportAnnotations(context, input),

    endpoints: async () => ({ endpoints: await endpoints.list(), keychain: config.keys.keychain }),
    addEndpoint: (input) => endpoints.add(input),
    enableEndpoint: ({ name, host }) => endpoints.enable(name, host),
    disableEndpoint: ({ name }) => endpoints.disable(name),
    async removeEndpoint({ name }) {
      await endpoints.remove(name);
      return {};
    },
    testEndpoint: ({ name }, { signal }) => testEndpoint(endpoints, name, signal),
    estimateRemote: (input, { signal }) => estimateRemote(context, input, signal),

    jobStart: ({ command, input }) => jobs.start(command, input),
    async extractNow(input) {
      await requireDocument(store, input.collection, input.doc_id);
      return jobs.now(input);
    },
    jobPause: ({ id }) => jobs.pause(id),
    jobCancel: ({ id }) => jobs.cancel(id),
    jobResume: ({ id }) => jobs.resume(id),
    async jobWatch(_, { signal, emit }) {
      await jobs.watch((list) => emit({ jobs: list }), signal);
      return {};
    },
  };
}

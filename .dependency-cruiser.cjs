/** The walls between the rooms, checked. Native packages have one importer each. */
const step = '(import|extract|embed|store|search|aggregate|compare)';
const onlyFrom = (name, path, from) => ({
  name,
  severity: 'error',
  comment: `only ${from} may import ${path}`,
  from: { path: '^(electron|renderer|shared)/', pathNot: from },
  to: { path },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^electron$' } },
    { name: 'shared-imports-zod-alone', severity: 'error', from: { path: '^shared/' }, to: { pathNot: '^shared/|node_modules/zod/' } },
    { name: 'renderer-imports-shared-alone', severity: 'error', from: { path: '^renderer/' }, to: { path: '^electron/' } },
    {
      name: 'main-never-imports-the-engine',
      severity: 'error',
      from: { path: '^electron/main/' },
      to: { path: '^electron/(engine|hosts)/' },
    },
    {
      name: 'preload-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^electron/preload/' },
      to: { path: '^(electron|renderer)/', pathNot: '^electron/preload/' },
    },
    {
      name: 'engine-never-imports-electron',
      severity: 'error',
      from: { path: '^electron/(engine|hosts)/' },
      to: { path: '^(electron$|node_modules/electron/)|^electron/(main|preload)/' },
    },
    { name: 'engine-knows-no-host', severity: 'error', from: { path: '^electron/engine/' }, to: { path: '^electron/hosts/' } },
    {
      name: 'steps-never-import-their-siblings',
      severity: 'error',
      comment: 'values pass from step to step through electron/engine/use',
      from: { path: `^electron/engine/${step}/` },
      to: { path: `^electron/engine/(${step}|use)/`, pathNot: '^electron/engine/$1/' },
    },
    {
      name: 'text-is-the-base-room',
      severity: 'error',
      from: { path: '^electron/engine/text/' },
      to: { path: `^electron/engine/(${step}|use)/` },
    },
    {
      name: 'hosts-never-import-each-other',
      severity: 'error',
      from: { path: '^electron/hosts/http/' },
      to: { path: '^electron/hosts/(cli|utility)' },
    },
    onlyFrom('one-importer-of-onnxruntime', '^onnxruntime-node|node_modules/onnxruntime-node/', '^electron/engine/embed/onnx\\.ts$'),
    onlyFrom('one-importer-of-lancedb', 'node_modules/(@lancedb/lancedb|apache-arrow)/', '^electron/engine/store/'),
    onlyFrom('one-importer-of-llama', 'node_modules/node-llama-cpp/', '^electron/engine/extract/llama\\.ts$'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'electron/tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};

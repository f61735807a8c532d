/**
 * The layers of the code, checked: what may import what. See the map in ARCHITECTURE.md.
 * A layer lists the folders of src/extension that it may import besides itself.
 */
const layers = {
  ports: [],
  model: ['ports'],
  shell: [],
  tools: ['ports', 'model', 'shell'],
  background: ['ports', 'model', 'shell', 'tools'],
  chat: ['ports', 'model', 'shell', 'tools', 'background'],
  suggest: ['ports', 'model', 'shell', 'tools', 'background', 'chat'],
  continue: ['ports', 'model', 'shell', 'tools', 'background', 'chat'],
  speculate: ['ports', 'model', 'shell', 'tools', 'background', 'chat', 'suggest'],
  terminal: ['ports', 'model', 'shell', 'tools', 'background'],
  panel: ['ports', 'model', 'shell', 'tools', 'background', 'chat', 'suggest', 'continue', 'speculate', 'terminal'],
};

/** The files directly in src/extension: the only place where objects are wired together. */
const WIRING = '^src/extension/[^/]+\\.ts$';

const layerRules = Object.entries(layers).map(([layer, below]) => ({
  name: `${layer}-imports-only-lower-layers`,
  severity: 'error',
  from: { path: `^src/extension/${layer}/` },
  to: {
    path: '^src/',
    pathNot: [...[layer, ...below].map((name) => `^src/extension/${name}/`), '^src/shared/'],
  },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'a-folder-is-a-known-layer',
      comment: 'A new folder under src/extension needs its place in the table above.',
      severity: 'error',
      from: { path: `^src/extension/(?!(${Object.keys(layers).join('|')}|vscode)/)[^/]+/` },
      to: {},
    },
    {
      name: 'vscode-stays-in-the-shell',
      comment: 'Everything else runs, and is tested, in plain Node.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/extension/vscode/', WIRING] },
      to: { path: '(^|node_modules/)(@types/)?vscode(/|$)' },
    },
    {
      name: 'only-the-wiring-imports-the-shell',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/extension/vscode/', WIRING] },
      to: { path: '^src/extension/vscode/' },
    },
    {
      name: 'nothing-imports-the-wiring',
      severity: 'error',
      from: { path: '^src/', pathNot: WIRING },
      to: { path: WIRING },
    },
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'webview-imports-only-shared',
      severity: 'error',
      from: { path: '^src/webview/' },
      to: { path: '^src/', pathNot: ['^src/(shared|webview)/'] },
    },
    {
      name: 'host-does-not-import-webview',
      severity: 'error',
      from: { path: '^src/extension/' },
      to: { path: '^src/webview/' },
    },
    {
      name: 'react-only-in-the-webview',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/webview/' },
      to: { path: '(^|/)(react|react-dom|@vscode/webview-ui-toolkit)(/|$)' },
    },
    {
      name: 'node-not-in-the-browser',
      severity: 'error',
      from: { path: '^src/(webview|shared)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circular-dependencies',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};

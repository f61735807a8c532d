/**
 * The allowed imports. The map in ARCHITECTURE.md describes each folder.
 *
 * The folders of src/extension, lowest first: a folder may import those in earlier rows. Folders in one row do not
 * import each other.
 */
const ORDER = [
  ['base'],
  ['ports'],
  ['text', 'model'],
  ['changes', 'continue', 'tools', 'shell', 'background'],
  ['approval', 'instructions', 'terminal'],
  ['chat'],
  ['suggest'],
  ['complete', 'speculate'],
  ['ahead'],
  ['panel'],
];

/** Inside chat/, lowest first; its own files are the top. */
const CHAT_ORDER = ['conversation', 'context', 'agent', 'view', 'composer'];

/** These folders implement ports with Node and with VS Code, and may import every folder of `ORDER`. */
const OUTER = ['node', 'vscode'];

const EXTENSION = '^src/extension/';
/** Activation, and the code that creates the ports from VS Code. */
const WIRING = `${EXTENSION}(extension|premove)\\.ts$`;
/** Creates the ports from VS Code and Node. */
const PREMOVE = `${EXTENSION}premove\\.ts$`;
/** Creates the product from ports, and defines the types of these ports. Does not import VS Code or Node. */
const APP = `${EXTENSION}app(Ports)?\\.ts$`;
const inFolders = (names) => `${EXTENSION}(${names.join('|')})/`;

const layerRules = ORDER.flatMap((row, at) =>
  row.map((folder) => ({
    name: `${folder}-imports-only-lower-folders`,
    comment: 'A folder can be changed and tested without the folders above it.',
    severity: 'error',
    from: { path: inFolders([folder]) },
    to: {
      path: '^src/',
      pathNot: [inFolders([folder, ...ORDER.slice(0, at).flat()]), '^src/shared/'],
    },
  })),
);

const chatRules = CHAT_ORDER.map((folder, at) => ({
  name: `chat-${folder}-imports-only-lower-folders`,
  comment: 'The agent runs without the panel, and a conversation can be read without the agent.',
  severity: 'error',
  from: { path: `${EXTENSION}chat/${folder}/` },
  to: {
    path: `${EXTENSION}chat/`,
    pathNot: CHAT_ORDER.slice(0, at + 1).map((name) => `${EXTENSION}chat/${name}/`),
  },
}));

/** Imports `node:net` only to parse addresses. */
const ADDRESSES = `${EXTENSION}text/webAddress\\.ts$`;

/** The files outside node/ and vscode/ that open files or start processes. */
const OPEN_FILES = `${EXTENSION}shell/(hardening/shellHardening|syntax/shellSyntaxGrammar)\\.ts$`;

module.exports = {
  forbidden: [
    ...layerRules,
    ...chatRules,
    {
      name: 'a-folder-has-its-place-in-the-order',
      comment: 'A new folder of src/extension needs a row in the table above, and a new file belongs in a folder.',
      severity: 'error',
      from: {
        path: `${EXTENSION}(?!(${[...ORDER.flat(), ...OUTER].join('|')})/)`,
        pathNot: [WIRING, APP],
      },
      to: {},
    },
    {
      name: 'changes-does-not-import-model',
      comment: 'The turn of a batch is opaque to the change store.',
      severity: 'error',
      from: { path: inFolders(['changes']) },
      to: { path: inFolders(['model']) },
    },
    {
      name: 'only-outer-folders-open-files-and-start-processes',
      comment: 'All other code uses a port, which a speculation and a test can replace.',
      severity: 'error',
      from: {
        path: EXTENSION,
        pathNot: [inFolders(OUTER), OPEN_FILES],
      },
      to: {
        path: '^(node:)?(fs|child_process|http|https|http2|dgram|tls|worker_threads|cluster)(/|$)',
      },
    },
    {
      name: 'only-outer-folders-use-sockets',
      comment: 'All other code uses a port, which a speculation and a test can replace.',
      severity: 'error',
      from: {
        path: EXTENSION,
        pathNot: [inFolders(OUTER), OPEN_FILES, ADDRESSES],
      },
      to: { path: '^(node:)?net(/|$)' },
    },
    {
      name: 'node-is-imported-by-premove-and-vscode',
      comment: 'The files of node/ implement ports; other code uses the port.',
      severity: 'error',
      from: { path: '^src/', pathNot: [inFolders(OUTER), PREMOVE] },
      to: { path: inFolders(['node']) },
    },
    {
      name: 'tools-are-built-by-the-app',
      comment: 'Other code looks up a tool and its record in the registry, by the name of the tool.',
      severity: 'error',
      from: { path: '^src/', pathNot: [`${EXTENSION}tools/builtin/`, APP] },
      to: { path: `${EXTENSION}tools/builtin/` },
    },
    {
      name: 'node-does-not-import-vscode',
      comment: 'The files of node/ are tested in plain Node.',
      severity: 'error',
      from: { path: inFolders(['node']) },
      to: { path: inFolders(['vscode']) },
    },
    {
      name: 'only-vscode-and-the-wiring-import-the-api',
      comment: 'All other code runs, and is tested, in plain Node.',
      severity: 'error',
      from: { path: '^src/', pathNot: [inFolders(['vscode']), WIRING] },
      to: { path: '(^|node_modules/)(@types/)?vscode(/|$)' },
    },
    {
      name: 'only-the-wiring-imports-vscode',
      comment: 'The files of vscode/ implement ports, show dialogs and register commands.',
      severity: 'error',
      from: { path: '^src/', pathNot: [inFolders(['vscode']), WIRING] },
      to: { path: inFolders(['vscode']) },
    },
    {
      name: 'nothing-imports-the-wiring',
      comment: 'Objects are created and connected in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: [WIRING, APP] },
      to: { path: [WIRING, APP] },
    },
    {
      name: 'shared-imports-only-shared',
      comment: 'The host and the webview both load it.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'webview-imports-only-shared',
      comment: 'The host and the webview communicate through the protocol.',
      severity: 'error',
      from: { path: '^src/webview/' },
      to: { path: '^src/', pathNot: ['^src/(shared|webview)/'] },
    },
    {
      name: 'controls-and-markdown-do-not-import-features',
      comment: 'Every feature of the panel uses them.',
      severity: 'error',
      from: { path: '^src/webview/(controls|markdown)/' },
      to: { path: '^src/webview/(announcements|composer|find|strips|transcript)/' },
    },
    {
      name: 'host-does-not-import-webview',
      comment: 'The host and the webview communicate through the protocol.',
      severity: 'error',
      from: { path: EXTENSION },
      to: { path: '^src/webview/' },
    },
    {
      name: 'react-only-in-the-webview',
      comment: 'The extension host renders nothing.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/webview/' },
      to: { path: '(^|/)(react|react-dom|@vscode/webview-ui-toolkit)(/|$)' },
    },
    {
      name: 'node-not-in-the-browser',
      comment: 'The webview runs in a browser.',
      severity: 'error',
      from: { path: '^src/(webview|shared)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circular-dependencies',
      comment: 'Files that import each other cannot be understood separately.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'A misspelt path is not checked by the rules above.',
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

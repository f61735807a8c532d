import type { IRawGrammar } from '@shikijs/vscode-textmate';

export interface Grammar extends IRawGrammar {
  /** Scope names of the grammars that this grammar is injected into. */
  readonly injectTo?: readonly string[];
}

/** A module of `@shikijs/langs`: the embedded grammars, then the language's own. */
type GrammarModule = Promise<{ readonly default: readonly Grammar[] }>;

/** One chunk per grammar, loaded when first needed. */
const GRAMMARS = {
  bat: () => import('@shikijs/langs/bat'),
  c: () => import('@shikijs/langs/c'),
  clojure: () => import('@shikijs/langs/clojure'),
  cmake: () => import('@shikijs/langs/cmake'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  dart: () => import('@shikijs/langs/dart'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  dotenv: () => import('@shikijs/langs/dotenv'),
  elixir: () => import('@shikijs/langs/elixir'),
  erlang: () => import('@shikijs/langs/erlang'),
  fsharp: () => import('@shikijs/langs/fsharp'),
  go: () => import('@shikijs/langs/go'),
  graphql: () => import('@shikijs/langs/graphql'),
  groovy: () => import('@shikijs/langs/groovy'),
  haskell: () => import('@shikijs/langs/haskell'),
  html: () => import('@shikijs/langs/html'),
  http: () => import('@shikijs/langs/http'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsonc: () => import('@shikijs/langs/jsonc'),
  jsonl: () => import('@shikijs/langs/jsonl'),
  jsx: () => import('@shikijs/langs/jsx'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  less: () => import('@shikijs/langs/less'),
  lua: () => import('@shikijs/langs/lua'),
  make: () => import('@shikijs/langs/make'),
  markdown: () => import('@shikijs/langs/markdown'),
  nginx: () => import('@shikijs/langs/nginx'),
  nix: () => import('@shikijs/langs/nix'),
  'objective-c': () => import('@shikijs/langs/objective-c'),
  ocaml: () => import('@shikijs/langs/ocaml'),
  perl: () => import('@shikijs/langs/perl'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  prisma: () => import('@shikijs/langs/prisma'),
  proto: () => import('@shikijs/langs/proto'),
  python: () => import('@shikijs/langs/python'),
  r: () => import('@shikijs/langs/r'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  scala: () => import('@shikijs/langs/scala'),
  scss: () => import('@shikijs/langs/scss'),
  shellscript: () => import('@shikijs/langs/shellscript'),
  shellsession: () => import('@shikijs/langs/shellsession'),
  solidity: () => import('@shikijs/langs/solidity'),
  sql: () => import('@shikijs/langs/sql'),
  svelte: () => import('@shikijs/langs/svelte'),
  swift: () => import('@shikijs/langs/swift'),
  terraform: () => import('@shikijs/langs/terraform'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
  zig: () => import('@shikijs/langs/zig'),
} satisfies Record<string, () => GrammarModule>;

export type LanguageId = keyof typeof GRAMMARS;
export const LANGUAGE_IDS = Object.keys(GRAMMARS) as readonly LanguageId[];

/** Other names in the info string of a fence, and file extensions. */
const ALIASES: Readonly<Record<string, LanguageId>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  bash: 'shellscript',
  batch: 'bat',
  cc: 'cpp',
  cjs: 'javascript',
  clj: 'clojure',
  cmd: 'bat',
  console: 'shellsession',
  cs: 'csharp',
  cts: 'typescript',
  cxx: 'cpp',
  dockerfile: 'docker',
  env: 'dotenv',
  erl: 'erlang',
  ex: 'elixir',
  exs: 'elixir',
  'f#': 'fsharp',
  fs: 'fsharp',
  gnumakefile: 'make',
  golang: 'go',
  gql: 'graphql',
  gradle: 'groovy',
  h: 'c',
  hcl: 'terraform',
  hpp: 'cpp',
  hs: 'haskell',
  htm: 'html',
  js: 'javascript',
  json5: 'jsonc',
  jsonlines: 'jsonl',
  kt: 'kotlin',
  kts: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  mdx: 'markdown',
  mjs: 'javascript',
  ml: 'ocaml',
  mts: 'typescript',
  mysql: 'sql',
  ndjson: 'jsonl',
  node: 'javascript',
  objc: 'objective-c',
  objectivec: 'objective-c',
  patch: 'diff',
  pgsql: 'sql',
  pl: 'perl',
  postgres: 'sql',
  postgresql: 'sql',
  properties: 'ini',
  protobuf: 'proto',
  ps: 'powershell',
  ps1: 'powershell',
  pwsh: 'powershell',
  py: 'python',
  py3: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  sol: 'solidity',
  sqlite: 'sql',
  svg: 'xml',
  terminal: 'shellsession',
  tf: 'terraform',
  tfvars: 'terraform',
  ts: 'typescript',
  tsql: 'sql',
  xhtml: 'html',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** The language of a fence's info string ("ts", "C++", "typescript:src/a.ts"); null if there is no grammar. */
export function toLanguageId(info: string): LanguageId | null {
  const name = /^[^\s,:{]+/.exec(info.trim().toLowerCase())?.[0]?.replace(/^\./, '') ?? '';
  if (Object.hasOwn(GRAMMARS, name)) return name as LanguageId;
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : null;
}

/** The language of a file, by its name or extension; null if there is no grammar. */
export function languageOfPath(path: string): LanguageId | null {
  const name = /(?<![^/\\])[^/\\]*$/.exec(path)?.[0].toLowerCase() ?? '';
  if (NAMES.has(name)) return toLanguageId(name);
  const ending = name.lastIndexOf('.');
  return ending < 0 ? null : toLanguageId(name.slice(ending + 1));
}

/** File names that identify a language although they have no extension. */
const NAMES: ReadonlySet<string> = new Set(['dockerfile', 'makefile', 'gnumakefile']);

export async function loadGrammars(language: LanguageId): Promise<readonly Grammar[]> {
  const module = await GRAMMARS[language]();
  return module.default;
}

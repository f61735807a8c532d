import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Parser, TreeCursor } from 'web-tree-sitter';

/** Copied out of the parser's memory. */
export interface SyntaxNode {
  /** For an unnamed node, its text (`|`, `then`). */
  readonly type: string;
  readonly named: boolean;
  /** In UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/** Null if the grammar does not accept the whole command, parsing takes too long, or the tree is too deep. */
export async function parseBash(command: string): Promise<SyntaxNode | null> {
  loading ??= loadParser().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const parser = await loading;
  let steps = 0;
  // True stops the parser: recovering from a syntax error can take a thousand times as long as parsing correct text.
  const progressCallback = (): boolean => (steps += 1) > MAX_STEPS;
  const tree = parser.parse(command, null, { progressCallback });
  if (!tree) {
    parser.reset();
    return null;
  }
  try {
    return tree.rootNode.hasError ? null : copyTree(tree.walk());
  } finally {
    tree.delete();
  }
}

/** One step is about a hundred operations of the parser. */
const MAX_STEPS = 2000;

let loading: Promise<Parser> | undefined;

async function loadParser(): Promise<Parser> {
  const [{ Parser, Language }, runtime, grammar] = await Promise.all([
    import('web-tree-sitter'),
    readWasm('web-tree-sitter'),
    readWasm('tree-sitter-bash'),
  ]);
  await Parser.init({ wasmBinary: runtime });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return parser;
}

/** The build copies the files to `wasm/`, next to the chunks' folder. In a checkout, they are in `node_modules`. */
async function readWasm(name: string): Promise<Uint8Array> {
  try {
    return await readFile(new URL(`../wasm/${name}.wasm`, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readFile(createRequire(import.meta.url).resolve(`${name}/${name}.wasm`));
  }
}

/** Deeper trees could overflow the stack; real commands are not nested so deeply. */
const MAX_DEPTH = 200;

function copyTree(cursor: TreeCursor): SyntaxNode | null {
  try {
    return copyNode(cursor, MAX_DEPTH);
  } finally {
    cursor.delete();
  }
}

/** Null if the tree is deeper than `depth`. */
function copyNode(cursor: TreeCursor, depth: number): SyntaxNode | null {
  if (depth === 0) return null;
  const { nodeType: type, nodeIsNamed: named, startIndex: start, endIndex: end } = cursor;
  const children: SyntaxNode[] = [];
  if (cursor.gotoFirstChild()) {
    do {
      const child = copyNode(cursor, depth - 1);
      if (!child) return null;
      children.push(child);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, named, start, end, children };
}

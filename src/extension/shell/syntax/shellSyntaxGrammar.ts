import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Parser, TreeCursor } from 'web-tree-sitter';

/** A node of the tree that the bash grammar makes of a command, copied out of the parser's memory. */
export interface SyntaxNode {
  /** As the grammar names it; what is not named stands for itself (`|`, `then`). */
  readonly type: string;
  readonly named: boolean;
  /** In UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/** The tree of a command, or null where the grammar does not take all of it. Loads the grammar on first use. */
export async function parseBash(command: string): Promise<SyntaxNode | null> {
  loading ??= loadParser().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const parser = await loading;
  let steps = 0;
  // True gives up. Mending a text with mistakes can take a thousand times as long as parsing one without.
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

/** Of about a hundred operations of the parser each. */
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

/** The build lays both files beside its chunks; in a checkout they are where npm put them. */
async function readWasm(name: string): Promise<Uint8Array> {
  try {
    return await readFile(new URL(`../wasm/${name}.wasm`, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readFile(createRequire(import.meta.url).resolve(`${name}/${name}.wasm`));
  }
}

/** Deeper nesting is nobody's command, and would use up our own stack. */
const MAX_DEPTH = 200;

function copyTree(cursor: TreeCursor): SyntaxNode | null {
  try {
    return copyNode(cursor, MAX_DEPTH);
  } finally {
    cursor.delete();
  }
}

/** Null where it is nested deeper than `depth`. */
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

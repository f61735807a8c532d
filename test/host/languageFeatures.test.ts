import * as assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { createLspTool } from '../../src/extension/tools/builtin/lsp.ts';
import { createSeenFiles } from '../../src/extension/tools/seenFiles.ts';
import { walkSearch } from '../../src/extension/node/search/walkSearch.ts';
import { createLanguageFeatures } from '../../src/extension/vscode/editor/languageFeatures.ts';
import { makeTempFolder } from '../support/tempFolder.ts';

const TEXT = 'alpha one\n  beta two\nalpha three\n';

describe('createLanguageFeatures', function () {
  this.timeout(60_000);
  let root: string;
  let subscriptions: vscode.Disposable[];

  before(async () => {
    root = await makeTempFolder();
    await writeFile(join(root, 'words.premove-words'), TEXT);
    await writeFile(join(root, 'code.ts'), 'const alpha: number = "one";\nexport const beta = alpha;\n');
    subscriptions = registerProviders();
  });

  after(async () => {
    for (const subscription of subscriptions) subscription.dispose();
    await rm(root, { recursive: true, force: true });
  });

  const lsp = createLspTool(createLanguageFeatures(systemClock));
  const ask = async (input: Parameters<typeof lsp.execute>[0], signal = new AbortController().signal) => {
    const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: root }], search: walkSearch });
    const outcome = await lsp.execute(input, { workspace, seen: createSeenFiles() }, signal);
    return outcome.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };
  const words = { file_path: 'words.premove-words' };

  it('finds definitions, references and hovers, at positions that count from 1', async () => {
    const at = { ...words, line: 3, query: 'alpha' };
    assert.equal(await ask({ operation: 'definition', ...at }), 'words.premove-words:1:1: alpha one');
    assert.equal(
      await ask({ operation: 'references', ...at }),
      'words.premove-words:1:1: alpha one\nwords.premove-words:3:1: alpha three',
    );
    assert.equal(await ask({ operation: 'hover', ...words, line: 2, character: 3 }), 'The word **beta**.');
  });

  it('lists the nested symbols of a file, and the symbols of the workspace', async () => {
    assert.equal(
      await ask({ operation: 'symbols', ...words }),
      'function alpha words.premove-words:1:1: alpha one\n  field beta words.premove-words:2:3: beta two',
    );
    const found = await ask({ operation: 'symbols', ...words, query: 'premove-alp' });
    assert.match(found, /^class premove-alpha in words words\.premove-words:1:1: alpha one/);
  });

  it('lists the problems of a file, and of all files below a folder', async () => {
    const expected = 'words.premove-words:2:3: warning: Not a word. [words(W1)]\n    beta two';
    assert.equal(await ask({ operation: 'diagnostics', ...words }), expected);
    assert.ok((await ask({ operation: 'diagnostics', file_path: '.' })).includes(expected));
  });

  it('asks the TypeScript extension about a file without opening an editor', async () => {
    assert.ok(vscode.extensions.getExtension('vscode.typescript-language-features'));
    const found = await ask({ operation: 'definition', file_path: 'code.ts', line: 2, query: 'alpha' });
    assert.equal(found, 'code.ts:1:7: const alpha: number = "one";');
    assert.match(await ask({ operation: 'symbols', file_path: 'code.ts' }), /variable alpha code\.ts:1:7/);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('aborts when the user stops', async () => {
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(ask({ operation: 'symbols', ...words }, controller.signal), { name: 'AbortError' });
  });
});

/** Registers providers of a made-up language whose lines begin with a name. */
function registerProviders(): vscode.Disposable[] {
  const selector: vscode.DocumentSelector = { pattern: '**/*.premove-words' };
  const range = (line: number, character: number) => new vscode.Range(line, character, line, character + 4);
  const problems = vscode.languages.createDiagnosticCollection('words');
  const check = (document: vscode.TextDocument): void => {
    if (!document.fileName.endsWith('.premove-words')) return;
    const problem = new vscode.Diagnostic(range(1, 2), 'Not a word.', vscode.DiagnosticSeverity.Warning);
    Object.assign(problem, { source: 'words', code: 'W1' });
    problems.set(document.uri, [problem]);
  };
  vscode.workspace.textDocuments.forEach(check);
  return [
    problems,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: ({ uri }) => new vscode.Location(uri, range(0, 0)),
    }),
    vscode.languages.registerReferenceProvider(selector, {
      provideReferences: ({ uri }) => [new vscode.Location(uri, range(0, 0)), new vscode.Location(uri, range(2, 0))],
    }),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position) => {
        const word = document.getText(document.getWordRangeAtPosition(position));
        return new vscode.Hover(new vscode.MarkdownString(`The word **${word}**.`));
      },
    }),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: () => {
        const outer = new vscode.DocumentSymbol('alpha', '', vscode.SymbolKind.Function, range(0, 0), range(0, 0));
        outer.range = new vscode.Range(0, 0, 2, 0);
        outer.children = [new vscode.DocumentSymbol('beta', '', vscode.SymbolKind.Field, range(1, 2), range(1, 2))];
        return [outer];
      },
    }),
    vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: (query) => {
        const document = vscode.workspace.textDocuments.find(({ fileName }) => fileName.endsWith('.premove-words'));
        if (!document || !'premove-alpha'.startsWith(query)) return [];
        const place = new vscode.Location(document.uri, range(0, 0));
        return [new vscode.SymbolInformation('premove-alpha', vscode.SymbolKind.Class, 'words', place)];
      },
    }),
  ];
}

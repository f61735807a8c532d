import * as vscode from 'vscode';
import type { CompareFiles } from '../../panel/handlers/changeHandlers.ts';
import { PREVIEW_TITLE_PREFIX } from '../../speculate/preview.ts';
import { earlierScheme } from '../contributions.ts';
import type { DiffTitles } from './diffTitles.ts';
import { allTabs, isMultiDiff } from './tabs.ts';

/**
 * Opens VS Code's multi-file diff: earlier contents of files on the left, the current, editable files on the right. The
 * earlier contents are kept until the next diff is opened.
 */
export function createCompareFiles(titles: DiffTitles): { readonly compare: CompareFiles } & vscode.Disposable {
  let texts = new Map<string, string>();
  let opened = 0;
  /** The owners of diffs that are being opened. Such a diff may not have a tab yet. */
  const opening = new Set<string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(earlierScheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.query),
  });
  return {
    async compare(files, title) {
      texts = new Map();
      const resources: [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined][] = [];
      for (const { path, from = path, now, wanted } of files) {
        const file = vscode.Uri.file(path);
        const earlier = vscode.Uri.file(from);
        // The query is unique, because VS Code caches documents by address.
        const query = String((opened += 1));
        if (wanted) texts.set(query, await vscode.workspace.decode(wanted, { uri: file }));
        resources.push([
          file,
          wanted ? earlier.with({ scheme: earlierScheme, query }) : undefined,
          now ? file : undefined,
        ]);
      }
      // Diffs with the same `title` have one owner, so `take` does not make their titles distinct.
      const owner = `review ${title}`;
      opening.add(owner);
      try {
        const isOpen = (label: string): boolean => opening.has(owner) || isDiffOpen(label);
        const distinct = titles.take(owner, `${PREVIEW_TITLE_PREFIX}${title}`, isOpen);
        await vscode.commands.executeCommand('vscode.changes', distinct, resources);
      } finally {
        opening.delete(owner);
      }
    },
    dispose: () => void provider.dispose(),
  };
}

/** VS Code's label is the title and the number of files. */
function isDiffOpen(title: string): boolean {
  return allTabs().some((tab) => isMultiDiff(tab) && tab.label.startsWith(title));
}

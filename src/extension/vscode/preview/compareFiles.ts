import * as vscode from 'vscode';
import type { CompareFiles } from '../../panel/handlers/changeHandlers.ts';
import { PREVIEW_TITLE_PREFIX } from '../../speculate/preview.ts';
import { earlierScheme } from '../contributions.ts';
import type { DiffTitles } from './diffTitles.ts';

/**
 * Opens VS Code's multi-file diff: on the left earlier contents of files, on the right the files as they are, which can
 * be edited. The arrow beside a hunk copies its left side into the file. The earlier contents are kept until the next
 * diff is opened.
 */
export function createCompareFiles(titles: DiffTitles): { readonly compare: CompareFiles } & vscode.Disposable {
  let texts = new Map<string, string>();
  let opened = 0;
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
      // The title is never released, because its diff may stay open. Two reviews may have the same title.
      const distinct = titles.take(`review ${title}`, `${PREVIEW_TITLE_PREFIX}${title}`);
      await vscode.commands.executeCommand('vscode.changes', distinct, resources);
    },
    dispose: () => void provider.dispose(),
  };
}

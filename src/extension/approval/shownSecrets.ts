import type { PathResolution } from '../ports/workspace.ts';
import type { CommandFile } from './commandFiles.ts';
import { isSecretFile } from '../text/secretFiles.ts';
import type { Tool } from '../tools/tool.ts';

/** The files that look secret among those that a call names, if it may show what is in them. */
export function shownSecrets(
  tool: Pick<Tool, 'kind' | 'record'>,
  paths: readonly PathResolution[],
  named: readonly CommandFile[] = [],
): PathResolution[] {
  const read = tool.kind === 'read' && !tool.record?.showsNamesOnly ? paths : [];
  const used = named.flatMap(({ path, use }) => (use === 'read' || use === 'write' ? [path] : []));
  return [...read, ...used].filter(isSecretFile);
}

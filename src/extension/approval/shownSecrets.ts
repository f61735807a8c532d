import type { PathResolution } from '../ports/workspace.ts';
import type { CommandFile } from './commandFiles.ts';
import { isSecretFile } from '../text/secretFiles.ts';
import type { Tool } from '../tools/tool.ts';

export function shownSecrets(
  tool: Pick<Tool, 'kind' | 'record'>,
  paths: readonly PathResolution[],
  named: readonly CommandFile[] = [],
): PathResolution[] {
  const read = tool.kind === 'read' && !tool.record?.showsNamesOnly ? paths : [];
  const used = named.flatMap(({ path, use }) => (use === 'read' || use === 'write' ? [path] : []));
  return [...read, ...used].filter(isSecretFile);
}

/**
 * Returns the secret files that a call deletes or moves. A moved file could be read under its new name without a
 * question.
 */
export function removedSecrets({ record }: Pick<Tool, 'record'>, paths: readonly PathResolution[]): PathResolution[] {
  return record?.removesFiles ? paths.filter(isSecretFile) : [];
}

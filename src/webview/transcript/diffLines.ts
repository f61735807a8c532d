export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'context' | 'gap';
  readonly text: string;
}

/** The lines of unified diff hunks without file headers; a hunk's header becomes a gap, the first one nothing. */
export function toDiffLines(diff: string): DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  return lines.flatMap((line, index): DiffLine[] => {
    if (line.startsWith('@@')) return index === 0 ? [] : [{ kind: 'gap', text: '' }];
    if (line.startsWith('\\')) return [];
    if (line.startsWith('+')) return [{ kind: 'added', text: line.slice(1) }];
    if (line.startsWith('-')) return [{ kind: 'removed', text: line.slice(1) }];
    return [{ kind: 'context', text: line.slice(1) }];
  });
}

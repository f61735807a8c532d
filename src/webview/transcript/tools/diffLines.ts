/** 1-based line numbers before and after the change; null if that side has no such line. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'context' | 'gap';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Expects hunks without file headers. Each hunk header but the first becomes a gap. */
export function toDiffLines(diff: string): DiffLine[] {
  const found: DiffLine[] = [];
  let before = 1;
  let after = 1;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (header || line.startsWith('@@')) {
      if (found.length > 0) found.push({ kind: 'gap', text: '', before: null, after: null });
      before = startOf(header?.[1], header?.[2]);
      after = startOf(header?.[3], header?.[4]);
    } else if (line.startsWith('+')) {
      found.push({ kind: 'added', text: line.slice(1), before: null, after });
      after += 1;
    } else if (line.startsWith('-')) {
      found.push({ kind: 'removed', text: line.slice(1), before, after: null });
      before += 1;
    } else if (!line.startsWith('\\')) {
      found.push({ kind: 'context', text: line.slice(1), before, after });
      before += 1;
      after += 1;
    }
  }
  return found;
}

/** The runs of lines between gaps; each gap is a run of its own. */
export function toHunks(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  for (const line of lines) {
    const last = hunks.at(-1);
    if (!last || line.kind === 'gap' || last[0]?.kind === 'gap') hunks.push([line]);
    else last.push(line);
  }
  return hunks;
}

export function sideOf(hunk: readonly DiffLine[], side: 'before' | 'after'): DiffLine[] {
  return hunk.filter((line) => line[side] !== null);
}

/** The number of a range's first line. For an empty range, the header has the number of the line before the range. */
function startOf(start = '1', count = '1'): number {
  return count === '0' ? Number(start) + 1 : Number(start);
}

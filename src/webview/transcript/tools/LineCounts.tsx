import { strings } from '../../strings/strings.ts';

export function LineCounts({ added, removed }: { added: number; removed: number }) {
  if (added + removed === 0) return null;
  return (
    <span className="line-counts">
      <span className="added" aria-label={strings.tools.linesAdded(added)} role="img">
        +{added}
      </span>{' '}
      <span className="removed" aria-label={strings.tools.linesRemoved(removed)} role="img">
        −{removed}
      </span>
    </span>
  );
}

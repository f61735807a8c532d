import { plural } from '../../strings/quantities.ts';

/** "+3 −3", with words for screen readers; renders nothing if nothing changed. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  if (added + removed === 0) return null;
  return (
    <span className="line-counts">
      <span className="added" aria-label={`${plural(added, 'line')} added`} role="img">
        +{added}
      </span>{' '}
      <span className="removed" aria-label={`${plural(removed, 'line')} removed`} role="img">
        −{removed}
      </span>
    </span>
  );
}

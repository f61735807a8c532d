import { useMemo, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { strings } from '../strings.ts';
import { toDiffLines, type DiffLine } from './diffLines.ts';

const SHOWN = 200;
/** Characters of a line; that there are more is said. */
const LINE_SHOWN = 1_000;
const SIGNS: Record<DiffLine['kind'], string> = { added: '+', removed: '−', context: ' ', gap: '⋯' };

/** Unified diff hunks, coloured. The signs are text, so that colour is not all that tells the lines apart. */
export function DiffView({ diff, label }: { diff: string; label: string }) {
  const lines = useMemo(() => toDiffLines(diff), [diff]);
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <>
      <div className="diff-box">
        <pre className="diff scrolls-sideways" tabIndex={0} role="region" aria-label={label}>
          <code>
            {shown.map((line, index) => (
              <span key={index} className={`diff-line ${line.kind}`}>
                <span className="diff-sign">{SIGNS[line.kind]}</span>
                <VisibleText text={line.text.slice(0, LINE_SHOWN)} kind="block" />
                {line.text.length > LINE_SHOWN && (
                  <span className="hidden-character">{strings.moreCharacters(line.text.length - LINE_SHOWN)}</span>
                )}
                {'\n'}
              </span>
            ))}
          </code>
        </pre>
      </div>
      {lines.length > shown.length && (
        <Button kind="link" onClick={() => setAll(true)}>
          {strings.moreLines(lines.length - shown.length)}
        </Button>
      )}
    </>
  );
}

import { memo, useMemo, useRef, useState, type CSSProperties } from 'react';
import { Button } from '../../controls/Button.tsx';
import { Tokens } from '../../markdown/highlight/HighlightedCode.tsx';
import { languageOfPath, type LanguageId } from '../../markdown/highlight/languages.ts';
import { isColorable, toTokenLines, type Token } from '../../markdown/highlight/tokens.ts';
import { useTokenGroups } from '../../markdown/highlight/useTokenGroups.ts';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';
import { sideOf, toDiffLines, toHunks, type DiffLine } from './diffLines.ts';

/** Lines shown until the user asks for all. */
const MAX_LINES = 200;
/** Characters shown of a line. */
const MAX_LINE_LENGTH = 1_000;
/** Text files, whose long lines are wrapped. */
const PROSE = /\.(?:md|mdc|markdown|txt)$/i;
const SIGNS: Record<DiffLine['kind'], string> = { added: '+', removed: '−', context: ' ', gap: '⋯' };

/**
 * Unified diff hunks, colored for the language of `path`. The signs + and − are text, so that color is not the only
 * difference.
 */
export function DiffView({ diff, label, path = '' }: { diff: string; label: string; path?: string }) {
  const lines = useMemo(() => toDiffLines(diff), [diff]);
  const box = useRef<HTMLPreElement>(null);
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, MAX_LINES);
  const hunks = useMemo(() => toHunks(shown), [shown]);
  const language = languageOfPath(path);
  const last = Math.max(...lines.slice(-MAX_LINES).map(({ before, after }) => Math.max(before ?? 0, after ?? 0)), 1);
  return (
    <>
      <div className="diff-box">
        <pre
          ref={box}
          className={PROSE.test(path) ? 'diff wrapped' : 'diff scrolls-sideways'}
          tabIndex={0}
          role="region"
          aria-label={label}
        >
          <code style={{ '--digits': String(last).length } as CSSProperties}>
            {hunks.map((hunk, index) => (
              <Hunk
                key={`${index} ${hunk.map(({ kind, text }) => kind + text).join('\n')}`}
                lines={hunk}
                language={language}
              />
            ))}
          </code>
        </pre>
      </div>
      {lines.length > shown.length && (
        <Button
          kind="link"
          label={strings.moreLinesOf(lines.length - shown.length, label)}
          onClick={() => {
            setAll(true);
            // The focused button is removed, so the diff takes the focus.
            box.current?.focus({ preventScroll: true });
          }}
        >
          {strings.moreLines(lines.length - shown.length)}
        </Button>
      )}
    </>
  );
}

/**
 * Colors hunks, and their old and new lines, separately: omitted lines may close a construct that a hunk leaves open,
 * such as a comment.
 */
const Hunk = memo(function Hunk({ lines, language }: { lines: readonly DiffLine[]; language: LanguageId | null }) {
  const before = useSideTokens(lines.some(({ kind }) => kind === 'removed') ? sideOf(lines, 'before') : NONE, language);
  const after = useSideTokens(sideOf(lines, 'after'), language);
  return lines.map((line, index) => (
    <Line key={index} line={line} tokens={(line.kind === 'removed' ? before : after).get(line) ?? null} />
  ));
});

const NONE: readonly DiffLine[] = [];

function useSideTokens(
  lines: readonly DiffLine[],
  language: LanguageId | null,
): ReadonlyMap<DiffLine, readonly Token[]> {
  const code = lines.map(({ text }) => text).join('\n');
  const groups = useTokenGroups(code, isColorable(code) ? language : null);
  if (groups.length === 0) return new Map();
  const tokens = toTokenLines(groups);
  return new Map(lines.flatMap((line, index) => (index < tokens.length ? [[line, tokens[index] ?? []]] : [])));
}

function Line({ line, tokens }: { line: DiffLine; tokens: readonly Token[] | null }) {
  const { kind, text, before, after } = line;
  // Tokens arrive group by group. A line whose tokens have not arrived is shown plain: it has an empty list or null.
  const isWhole = tokens?.map((token) => token.text).join('') === text;
  return (
    <span className={`diff-line ${kind}`}>
      {/* The style sheet renders the numbers, so that they are not copied. */}
      <span className="diff-number before" data-number={before ?? ''} />
      <span className="diff-number after" data-number={after ?? ''} />
      <span className="diff-sign">{SIGNS[kind]}</span>
      {tokens && isWhole && text.length <= MAX_LINE_LENGTH ? (
        <Tokens tokens={tokens} />
      ) : (
        <VisibleText text={text.slice(0, MAX_LINE_LENGTH)} kind="block" />
      )}
      {text.length > MAX_LINE_LENGTH && (
        <span className="hidden-character">{strings.moreCharacters(text.length - MAX_LINE_LENGTH)}</span>
      )}
      {'\n'}
    </span>
  );
}

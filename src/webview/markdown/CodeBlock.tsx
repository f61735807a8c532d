import { memo, useContext } from 'react';
import { toDisplayText } from '../../shared/displayText.ts';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Icon } from '../controls/Icon.tsx';
import { strings } from '../strings/strings.ts';
import { CappedText } from './CappedText.tsx';
import { CodeInsertion } from './codeInsertion.ts';
import { HighlightedCode } from './highlight/HighlightedCode.tsx';
import { toLanguageId } from './highlight/languages.ts';
import { isColorable } from './highlight/tokens.ts';
import { VisibleText } from './VisibleText.tsx';

const MAX_LABEL = 40;

/**
 * `language`: the first word of the fence's info string. Until the block is `whole`, more code may follow, so the block
 * is not colored or insertable.
 */
export const CodeBlock = memo(function CodeBlock({
  code,
  language,
  whole,
}: {
  code: string;
  language: string;
  whole: boolean;
}) {
  const grammar = whole && isColorable(code) ? toLanguageId(language) : null;
  const label = language.slice(0, MAX_LABEL);
  const firstLine = firstLineOf(code);
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="code-language">
          <VisibleText text={label} kind="line" />
        </span>
        <span className="code-actions">
          {whole && <InsertButton code={code} firstLine={firstLine} />}
          <CopyButton
            label={strings.markdown.copyCodeOf(firstLine)}
            title={strings.markdown.copyCode}
            text={() => code}
          />
        </span>
      </div>
      {/* Scrolls horizontally, so it must be reachable by keyboard. */}
      <pre className="scrolls-sideways" tabIndex={0} role="region" aria-label={strings.markdown.code(label)}>
        <code>
          {grammar ? (
            <HighlightedCode key={`${grammar}\n${code}`} code={code} language={grammar} />
          ) : (
            <CappedText text={code} kind="block" />
          )}
        </code>
      </pre>
    </div>
  );
});

/** The first line with text, shortened; makes the button names of different blocks differ. */
function firstLineOf(code: string): string {
  const line = toDisplayText(/\S.*/.exec(code)?.[0].trimEnd() ?? '');
  return line.length > MAX_LABEL ? `${line.slice(0, MAX_LABEL)}…` : line;
}

/** Renders nothing if the code is in a thought or outside answers, or if the host cannot identify the code. */
function InsertButton({ code, firstLine }: { code: string; firstLine: string }) {
  const insertion = useContext(CodeInsertion);
  const index = insertion?.indexOf(code) ?? null;
  if (!insertion || index === null) return null;
  return (
    <Button
      kind="icon"
      className="quiet"
      label={strings.markdown.insertCodeOf(firstLine)}
      title={strings.markdown.insertCode}
      onClick={() => insertion.insert(index)}
    >
      <Icon name="insert" />
    </Button>
  );
}

import { memo, useContext } from 'react';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Icon } from '../controls/Icon.tsx';
import { strings } from '../strings/strings.ts';
import { CappedText } from './CappedText.tsx';
import { CodeInsertion } from './codeInsertion.ts';
import { HighlightedCode } from './highlight/HighlightedCode.tsx';
import { toLanguageId } from './highlight/languages.ts';
import { isColourable } from './highlight/tokens.ts';
import { VisibleText } from './VisibleText.tsx';

const LABEL_SHOWN = 40;

/**
 * A fence. `language` is its info string's first word. Only one that is `whole` is coloured, and can be taken over: more
 * may follow to another.
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
  const grammar = whole && isColourable(code) ? toLanguageId(language) : null;
  const label = language.slice(0, LABEL_SHOWN);
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="code-language">
          <VisibleText text={label} kind="line" />
        </span>
        <span className="code-actions">
          {whole && <InsertButton code={code} />}
          <CopyButton label={strings.markdown.copyCode} text={() => code} />
        </span>
      </div>
      {/* Scrolls sideways, so the keyboard must be able to get there. */}
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

/** Nothing where the host could not tell which fence is meant: in a thought, in a quote of one. */
function InsertButton({ code }: { code: string }) {
  const insertion = useContext(CodeInsertion);
  const index = insertion?.indexOf(code) ?? null;
  if (!insertion || index === null) return null;
  return (
    <Button
      kind="icon"
      className="quiet"
      label={strings.markdown.insertCode}
      title={strings.markdown.insertCode}
      onClick={() => insertion.insert(index)}
    >
      <Icon name="insert" />
    </Button>
  );
}

import { CopyButton } from '../controls/CopyButton.tsx';
import { strings } from '../strings.ts';
import { CappedText } from './CappedText.tsx';

/** A fence. `language` is its info string's first word; a highlighter would put its elements where the text is. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <div className="code-block">
      {/* Scrolls sideways, so the keyboard must be able to get there. */}
      <pre className="scrolls-sideways" tabIndex={0} role="region" aria-label={strings.markdown.code(language)}>
        <code>
          <CappedText text={code} kind="block" />
        </code>
      </pre>
      <div className="code-actions">
        <CopyButton label={strings.markdown.copyCode} text={() => code} />
      </div>
    </div>
  );
}

import { useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { CodeInsertion } from '../../markdown/codeInsertion.ts';
import { FileOpening } from '../../markdown/fileOpening.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { strings } from '../../strings/strings.ts';

export function Thinking({ text, duration, growing }: { text: string; duration: number | null; growing: boolean }) {
  const [open, setOpen] = useState(false);
  const title = duration === null ? strings.answer.thinking : strings.answer.thoughtFor(duration);
  if (text.trim() === '') return <p className={growing ? 'thinking-title working' : 'thinking-title'}>{title}</p>;
  return (
    <div className="thinking">
      <button type="button" className="thinking-title" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        <span className={growing ? 'working' : ''}>{title}</span>
      </button>
      {open && (
        <div className="thinking-text markdown">
          {/* No insertion or file links, because the host finds code blocks and files only in an answer's texts. */}
          <CodeInsertion value={null}>
            <FileOpening value={null}>
              <Markdown text={text} growing={growing} />
            </FileOpening>
          </CodeInsertion>
        </div>
      )}
    </div>
  );
}

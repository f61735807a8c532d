import { useState } from 'react';
import type { ShellLineView } from '../../../shared/shellLine.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Icon } from '../../controls/Icon.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { Elapsed } from './Elapsed.tsx';
import { AnsiText } from './ToolOutput.tsx';
import { useScrolledToEnd } from './useScrolledToEnd.ts';

const words = strings.shell;

export function ShellRow({ line }: { line: ShellLineView }) {
  const { command, status, output, summary } = line;
  const [open, setOpen] = useState(true);
  const hasOutput = output.trim() !== '';
  return (
    <section className="tools shell-row" aria-label={words.row(toDisplayText(command))}>
      <div className="tool-row">
        <span className="shell-mark" aria-hidden="true">
          !
        </span>
        <code
          className={open || command.includes('\n') ? 'shell-command lines' : 'shell-command'}
          title={toDisplayText(command)}
        >
          <VisibleText text={command} kind="block" />
        </code>
        <span className={status === 'error' ? 'tool-result error' : 'tool-result'}>
          {status === 'running' ? <Elapsed since={line.at} /> : summary}
        </span>
        {status === 'running' ? (
          <StopButton line={line} />
        ) : (
          hasOutput && (
            <button
              type="button"
              className="twistie-button"
              aria-expanded={open}
              aria-label={open ? words.hideOutput : words.showOutput}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'chevron-up' : 'chevron-down'} className="twistie" />
            </button>
          )
        )}
      </div>
      {open && hasOutput && <Output text={output} />}
      <div className="shell-foot">
        <Log line={line} />
        <Sharing line={line} />
      </div>
    </section>
  );
}

/** The output, scrolled to its end, because commands print their outcome there. */
function Output({ text }: { text: string }) {
  const element = useScrolledToEnd(text, true);
  return (
    <pre ref={element} className="tool-output" tabIndex={0} role="region" aria-label={words.output}>
      <AnsiText text={text} />
    </pre>
  );
}

function StopButton({ line }: { line: ShellLineView }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  return (
    <button
      type="button"
      className="twistie-button"
      aria-label={words.stop}
      title={`${words.stop}. ${words.noInput}`}
      onClick={() => {
        panel.send({ type: 'change-shell-line', conversationId, id: line.id, change: 'stop' });
        // The focused button is removed when the command ends.
        panel.focusComposer();
      }}
    >
      <Icon name="debug-stop" />
    </button>
  );
}

/** If the row shows only a part of the output: a button that opens the saved output, or a note that none was saved. */
function Log({ line: { id, log } }: { line: ShellLineView }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  if (!log) return null;
  if (log.saved === 'none') return <span className="shell-sent">{words.notSaved(log.total)}</span>;
  return (
    <button
      type="button"
      className="shell-share"
      onClick={() => panel.send({ type: 'change-shell-line', conversationId, id, change: 'open-log' })}
    >
      <Icon name="go-to-file" />
      {log.saved === 'whole' ? words.openLog(log.total) : words.openPart(log.total)}
    </button>
  );
}

/** A switch that shares the output, or a note that a prompt of the shown branch has already sent it. */
function Sharing({ line: { id, shared, sentWith } }: { line: ShellLineView }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const isSent = useChat((chat) => chat.items.some((item) => sentWith.includes(item.id)));
  if (isSent) return <span className="shell-sent">{words.sent}</span>;
  return (
    <button
      type="button"
      role="switch"
      className="shell-share"
      aria-checked={shared}
      aria-label={words.share}
      title={words.shareTitle}
      onClick={() =>
        panel.send({ type: 'change-shell-line', conversationId, id, change: shared ? 'do-not-share' : 'share' })
      }
    >
      <span className="shell-check">{shared && <Icon name="check" />}</span>
      {words.share}
    </button>
  );
}

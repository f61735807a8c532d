import { useContext, useState, type CSSProperties, type ReactNode } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { toolPlace } from '../../../shared/toolPlace.ts';
import { Icon } from '../../controls/Icon.tsx';
import { OpenButton } from '../../markdown/elements.tsx';
import { FileOpening } from '../../markdown/fileOpening.ts';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { AgentOutput, AgentProgress } from './AgentWork.tsx';
import { DiffView } from './DiffView.tsx';
import { Elapsed } from './Elapsed.tsx';
import { LineCounts } from './LineCounts.tsx';
import { fill } from './runWords.ts';
import { StatusIcon, toIconStatus } from './StatusIcon.tsx';
import { TodoList } from './TodoList.tsx';
import { ToolOutput } from './ToolOutput.tsx';

export function ToolRow({ tool }: { tool: ToolBlock }) {
  const isRunning = tool.status === 'executing';
  const isAgent = tool.rendering === 'agent';
  const hasOutput = tool.output.trim() !== '' || hasAgentOutput(tool);
  /**
   * Null until the user expands or collapses the output. Until then, running and failed calls show their output, but a
   * running agent shows one line of progress.
   */
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = hasOutput && (chosen ?? ((isRunning && !isAgent) || tool.status === 'error'));
  const toggle = () => setOpen(!open);
  const names = outputNames(tool);
  return (
    <>
      {/* A click anywhere in the row expands or collapses the output; for the keyboard, there is a button at the
          end. */}
      <div className={hasOutput ? 'tool-row expandable' : 'tool-row'} {...(hasOutput && { onClick: toggle })}>
        <StatusIcon status={toIconStatus(tool)} />
        <span className="tool-verb">
          <VisibleText text={tool.words.label} kind="line" />
        </span>
        <span
          className="tool-detail"
          title={toDisplayText(tool.detail)}
          style={{ '--name': lengthOfName(tool) } as CSSProperties}
        >
          <Detail tool={tool} />
        </span>
        <Result tool={tool} />
        {isRunning && <StopCallButton tool={tool} />}
        {hasOutput && (
          <button
            type="button"
            className="twistie-button"
            aria-expanded={open}
            aria-label={open ? names.hide : names.show}
            onClick={(event) => {
              event.stopPropagation();
              toggle();
            }}
          >
            <Icon name={open ? 'chevron-up' : 'chevron-down'} className="twistie" />
          </button>
        )}
        {tool.readsOnly && (
          <span className="tool-note" title={strings.tools.readsOnlyTitle}>
            {strings.tools.readsOnly}
          </span>
        )}
        {tool.unapplied && (
          <span className="tool-note" title={strings.tools.unappliedTitle}>
            {strings.tools.unapplied}
          </span>
        )}
        {tool.unsaved && (
          <span className="tool-note" title={strings.tools.unsavedTitle}>
            {strings.tools.unsaved}
          </span>
        )}
      </div>
      {isAgent && isRunning && !open && <AgentProgress agent={tool.agent} />}
      {open && <ExpandedOutput tool={tool} />}
    </>
  );
}

function hasAgentOutput({ agent }: ToolBlock): boolean {
  return agent !== undefined && (agent.calls.length > 0 || agent.note !== undefined);
}

/** Maximum length of a call's description in the accessible names of its output; a command is not cut. */
const MAX_NAME = 200;

function outputNames({ rendering, detail, words }: ToolBlock): Record<'name' | 'show' | 'hide', string> {
  const isCommand = rendering === 'command' && detail !== '';
  const object = detail === '' ? words.single : fill(words.subject, detail);
  const what = toDisplayText(isCommand ? detail : `${words.gerund} ${object}`.slice(0, MAX_NAME)).trim();
  const { name, show, hide } = isCommand ? strings.tools.output : strings.tools.result;
  return { name: name(what), show: show(what), hide: hide(what) };
}

/** The name of the button that cancels the call: "Cancel npm test", "Cancel Read src/a.ts". */
function cancelName({ rendering, detail, words }: ToolBlock): string {
  if (rendering === 'agent') return strings.agents.stop(toDisplayText(detail));
  const subject = rendering === 'command' && detail !== '' ? detail : `${words.label} ${detail}`;
  return strings.tools.cancel(toDisplayText(subject).trim());
}

/**
 * The length of the file's name without folders, so that the row can reserve space; 0 if the call is not about a file.
 */
function lengthOfName(tool: ToolBlock): number {
  const path = toolPlace(tool)?.name ?? '';
  return path.length - Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) - 1;
}

function Detail({ tool }: { tool: ToolBlock }) {
  if (tool.rendering === 'command') {
    return (
      <code>
        <VisibleText text={tool.detail} kind="line" />
      </code>
    );
  }
  const place = toolPlace(tool);
  if (!place) return <DetailText tool={tool} />;
  return (
    <span className="tool-place">
      {place.before !== '' && (
        <span className="tool-before">
          <VisibleText text={place.before} kind="line" />
        </span>
      )}
      <ToolFile tool={tool} name={place.name} inOneLine />
    </span>
  );
}

function DetailText({ tool }: { tool: ToolBlock }) {
  const text = <VisibleText text={tool.detail} kind="line" />;
  return tool.rendering === 'folder' || tool.rendering === 'deleted-file' ? <FilePath>{text}</FilePath> : text;
}

/** A link if the file can be opened from here. */
export function ToolFile({ tool, name, inOneLine = false }: { tool: ToolBlock; name: string; inOneLine?: boolean }) {
  const files = useContext(FileOpening);
  const place = toolPlace(tool);
  const whole = <VisibleText text={name} kind="line" />;
  const text = inOneLine ? <FilePath>{whole}</FilePath> : whole;
  if (!files || !place) return text;
  return (
    <OpenButton place={place.link} onOpen={() => files.openTool(tool.callId)}>
      {text}
    </OpenButton>
  );
}

function Result({ tool }: { tool: ToolBlock }) {
  if (tool.added + tool.removed > 0) return <LineCounts added={tool.added} removed={tool.removed} />;
  const isTimed = tool.status === 'executing' && tool.startedAt !== null;
  const ended = tool.unrecorded ? strings.tools.unrecorded[tool.unrecorded] : tool.summary;
  const words = tool.status === 'scheduled' ? strings.tools.status.scheduled : ended;
  return (
    <span className="tool-summary" title={isTimed ? undefined : toDisplayText(words)}>
      {isTimed && tool.startedAt !== null ? (
        <Elapsed since={tool.startedAt} />
      ) : (
        <VisibleText text={words} kind="line" />
      )}
    </span>
  );
}

function ExpandedOutput({ tool }: { tool: ToolBlock }) {
  const path = tool.files[0] ?? tool.detail;
  if (tool.diff !== '')
    return <DiffView diff={tool.diff} label={strings.tools.change(toDisplayText(path))} path={path} />;
  if (tool.agent) return <AgentOutput tool={tool} agent={tool.agent} label={outputNames(tool).name} />;
  return tool.todos ? <TodoList todos={tool.todos} /> : <ToolOutput tool={tool} label={outputNames(tool).name} />;
}

/** Stops this call; other calls and the answer continue. */
function StopCallButton({ tool }: { tool: ToolBlock }) {
  const panel = usePanel();
  return (
    <button
      type="button"
      className="twistie-button"
      aria-label={cancelName(tool)}
      title={cancelName(tool)}
      onClick={(event) => {
        event.stopPropagation();
        panel.send({ type: 'cancel-call', callId: tool.callId });
        // The focused button is removed when the call ends.
        panel.focusComposer();
      }}
    >
      <Icon name="debug-stop" />
    </button>
  );
}

/** A long path is cut off at the front, because the file name matters most. */
function FilePath({ children }: { children: ReactNode }) {
  return (
    <span className="file-path">
      <bdi dir="ltr">{children}</bdi>
    </span>
  );
}

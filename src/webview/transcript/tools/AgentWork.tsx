import type { AgentWorkView, ToolBlock } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';
import { isFinished, waitsForUser } from '../answer/answerParts.ts';
import { LineCounts } from './LineCounts.tsx';
import { StatusIcon, toIconStatus } from './StatusIcon.tsx';

/**
 * What a running agent does, for example "3 calls · Read src/a.ts". `agent` is missing while the agent waits for
 * another agent to end.
 */
export function AgentProgress({ agent }: { agent: AgentWorkView | undefined }) {
  return (
    <p className="agent-progress">
      <VisibleText text={describeProgress(agent)} kind="line" />
    </p>
  );
}

function describeProgress(agent: AgentWorkView | undefined): string {
  if (!agent) return strings.agents.waiting;
  if (agent.retries) return strings.agents.retries;
  const { calls, count } = agent;
  const waiting = calls.find(({ status }) => waitsForUser(status));
  if (waiting) return strings.agents.needsApproval(nameOf(waiting));
  const running = calls.find(({ status }) => !isFinished(status));
  if (running) return strings.agents.progress(count, nameOf(running));
  return count === 0 ? strings.agents.thinking : strings.agents.progress(count, strings.agents.thinking);
}

function nameOf({ words, detail }: ToolBlock): string {
  return `${words.label} ${detail}`.trim();
}

export function AgentOutput({ tool, agent, label }: { tool: ToolBlock; agent: AgentWorkView; label: string }) {
  const { calls, count, model, note } = agent;
  return (
    <div className="agent-output" role="region" aria-label={label}>
      {note !== undefined && <p className="agent-note">{note}</p>}
      {model !== '' && <p className="agent-model">{strings.agents.model(toDisplayText(model))}</p>}
      {count > calls.length && <p className="agent-model">{strings.agents.earlier(count - calls.length)}</p>}
      {calls.length > 0 && (
        <ul className="agent-calls" aria-label={strings.agents.calls} tabIndex={0}>
          {calls.map((call) => (
            <AgentCall key={call.callId} call={call} />
          ))}
        </ul>
      )}
      {tool.output !== '' && (
        <div className="markdown agent-report" role="group" aria-label={strings.agents.report}>
          <Markdown text={tool.output} />
        </div>
      )}
    </div>
  );
}

function AgentCall({ call }: { call: ToolBlock }) {
  return (
    <li className="agent-call">
      <StatusIcon status={toIconStatus(call)} />
      <span className="tool-verb">
        <VisibleText text={call.words.label} kind="line" />
      </span>
      <span className="agent-call-detail" title={toDisplayText(call.detail)}>
        <VisibleText text={call.detail} kind="line" />
      </span>
      {call.added + call.removed > 0 ? (
        <LineCounts added={call.added} removed={call.removed} />
      ) : (
        <span className="tool-summary">
          <VisibleText text={call.summary} kind="line" />
        </span>
      )}
    </li>
  );
}

import { toDisplayText } from '../../../../shared/displayText.ts';
import type { AgentCall, AgentProgress, AgentWork, EndedCall } from '../../../tools/agents.ts';
import type { ClientEvent } from '../clientEvent.ts';

/** Characters of a call's detail, and of its summary. */
const MAX_DETAIL = 300;

/** Reports the calls of one agent, and its waits for a retry. */
export class AgentProgressFeed {
  private readonly agent: string;
  private readonly scope: string;
  private readonly onProgress: (progress: AgentProgress) => void;
  private readonly names = new Map<string, string>();
  private readonly calls = new Map<string, AgentCall>();
  private model = '';
  private note: string | undefined;
  private isWaiting = false;

  /** `scope`: see `ScheduleOptions`. */
  constructor(agent: string, scope: string, onProgress: (progress: AgentProgress) => void) {
    this.agent = toDisplayText(agent);
    this.scope = scope;
    this.onProgress = onProgress;
  }

  begin(model: string, note: string | undefined): void {
    this.model = toDisplayText(model);
    this.note = note;
    this.onProgress({ kind: 'begun', model: this.model });
  }

  handle(event: ClientEvent): void {
    if (this.isWaiting !== (event.type === 'retry')) {
      this.isWaiting = !this.isWaiting;
      this.onProgress({ kind: 'retry', isWaiting: this.isWaiting });
    }
    switch (event.type) {
      case 'tool-call':
        // The call is reported only with its first update, because the request may still be retried or refused.
        this.names.set(event.call.id, toDisplayText(event.call.name));
        return;
      case 'tool-call-update': {
        const { status, detail, approval } = event.patch;
        const known = { ...(status && { status }), ...(detail !== undefined && { detail }) };
        this.update(event.callId, { ...known, approval: approval ?? undefined });
        return;
      }
      case 'tool-result': {
        const { result, view } = event.response;
        const { status, detail, summary, added, removed, files, notRun } = view;
        const ended = { status, detail, summary, added, removed, files, notRun };
        this.update(result.callId, { ...ended, approval: undefined });
        return;
      }
      default:
        return;
    }
  }

  toWork(): AgentWork {
    const { model, note } = this;
    const calls = [...this.calls.values()].map(toEnded);
    return { model, calls, count: calls.length, ...(note !== undefined && { note }) };
  }

  private update(id: string, patch: Partial<AgentCall>): void {
    const callId = `${this.scope}${id}`;
    const before = this.calls.get(callId) ?? this.newCall(callId, this.names.get(id) ?? '');
    const call: AgentCall = { ...before, ...patch };
    this.calls.set(callId, call);
    this.onProgress({ kind: 'call', call });
  }

  private newCall(callId: string, name: string): AgentCall {
    const empty = { detail: '', status: 'validating', summary: '', added: 0, removed: 0, files: [] } as const;
    return { callId, madeBy: this.agent, name, ...empty };
  }
}

function toEnded({ name, detail, status, summary, added, removed, files, notRun }: AgentCall): EndedCall {
  const isOver = status === 'success' || status === 'error' || status === 'cancelled';
  return {
    name,
    detail: detail.slice(0, MAX_DETAIL),
    status: isOver ? status : 'cancelled',
    summary: summary.slice(0, MAX_DETAIL),
    added,
    removed,
    files,
    ...(notRun && { notRun }),
  };
}

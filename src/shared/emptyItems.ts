import type { ToolBlock } from './toolBlock.ts';
import type { AnswerItem } from './transcriptItem.ts';

export function emptyAnswer(id: string, speculated: boolean): AnswerItem {
  return {
    kind: 'answer',
    id,
    blocks: [],
    models: [],
    continued: null,
    status: 'streaming',
    error: null,
    stop: null,
    pause: null,
    retry: null,
    usage: null,
    input: null,
    backgroundCost: null,
    otherCost: null,
    inputCost: null,
    summaryCost: null,
    searchCost: null,
    agentCost: null,
    context: null,
    citations: [],
    branch: null,
    routed: null,
    speculated,
    amended: [],
    changes: null,
  };
}

export type ToolLook = Pick<ToolBlock, 'rendering' | 'words'>;

/** `look` comes from the tool's record in the host. */
export function toolBlock(call: { readonly id: string; readonly name: string }, look: ToolLook): ToolBlock {
  return {
    kind: 'tool',
    callId: call.id,
    name: call.name,
    ...look,
    detail: '',
    status: 'validating',
    summary: '',
    added: 0,
    removed: 0,
    files: [],
    approval: null,
    question: null,
    diff: '',
    startedAt: null,
    output: '',
  };
}

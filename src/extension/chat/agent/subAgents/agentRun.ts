import { toDisplayText } from '../../../../shared/displayText.ts';
import { CacheSafeParamsStore } from '../../../background/cacheSafeParams.ts';
import type { BackgroundRequest } from '../../../background/spending.ts';
import { agentNoteTexts } from '../../../base/texts/agentTexts.ts';
import { unlessAborted } from '../../../base/unlessAborted.ts';
import { FormMemory } from '../../../continue/form.ts';
import type { UserAgent } from '../../../instructions/agents.ts';
import { firstModel } from '../../../instructions/configuredModel.ts';
import type { ModelError, SelectedModel } from '../../../model/chatModel.ts';
import type { FastModel } from '../../../model/fastModel.ts';
import { textOf } from '../../../model/message.ts';
import type { ModelPricing } from '../../../model/pricing.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AgentEnd, AgentReport } from '../../../tools/agents.ts';
import type { ToolRegistry } from '../../../tools/registry.ts';
import { createSeenFiles } from '../../../tools/seenFiles.ts';
import type { Tool } from '../../../tools/tool.ts';
import { IdeContextFeed, IdeContextStore } from '../../context/ideContextFeed.ts';
import { Conversation } from '../../conversation/conversation.ts';
import { messageOf, type AnswerNode } from '../../conversation/conversationNode.ts';
import { createChatClient, submitQuery, type ChatClient, type ClientRequest } from '../chatClient.ts';
import type { ClientEvent } from '../clientEvent.ts';
import type { CompressionPorts } from '../compressor.ts';
import { forgetUnnamedFiles } from '../forgottenFiles.ts';
import { toAgentPrompt, type PromptFacts } from '../systemPrompt.ts';
import { permitTools } from '../toolLimit.ts';
import { ToolRunner, type CallingTurn, type ToolRunnerOptions } from '../toolRunner.ts';
import type { TurnLimits } from '../turnLimit.ts';
import type { AgentProgressFeed } from './agentProgress.ts';
import { AGENT_INTRO, REPORT_NOW, type AgentRole } from './agentRole.ts';
import { countRequests, type CountedRequest } from './countedModel.ts';

export interface AgentPorts {
  readonly fileAgents: () => readonly UserAgent[];
  readonly fastModel: () => Promise<FastModel>;
  /** The model that a file names, if the user has set it up. Never rejects. */
  readonly namedModel: (name: string) => Promise<SelectedModel | undefined>;
  /** Called for each request of an agent, to count its cost. */
  readonly onDidRequest: (request: BackgroundRequest) => void;
}

export interface AgentRunnerOptions {
  readonly ports: AgentPorts;
  /** Agents share the chat’s approval desk, grants and record of changes. */
  readonly runner: Omit<ToolRunnerOptions, 'agents' | 'agent'>;
  readonly factsFor: (model: string) => PromptFacts;
  readonly turnLimits: () => TurnLimits;
  readonly otherModel: CompressionPorts['otherModel'];
  /** Describes a failed request to this model, for the user. */
  readonly describeError: (error: ModelError, modelId: string) => string;
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly clock: Clock;
}

export interface AgentRunOptions extends AgentRunnerOptions {
  readonly role: AgentRole;
  readonly turn: CallingTurn;
  /** See `ScheduleOptions`. */
  readonly scope: string;
  readonly feed: AgentProgressFeed;
}

/**
 * Runs one sub-agent in the loop of the chat, `submitQuery`, with a conversation in memory, so that limits, loop
 * detection, compression and approval work as in the chat. The class has many options, because it creates all parts of
 * such a conversation.
 */
export class AgentRun {
  private readonly options: AgentRunOptions;
  private readonly conversation: Conversation;
  private readonly seen = createSeenFiles();
  private readonly registry: ToolRegistry;
  /** Maximum number of requests. When it is reached, one more is added for the report. */
  private limit: number;
  private hasReachedLimit = false;
  /** The agent's model, wrapped by `countRequests`. */
  private model: SelectedModel | undefined;

  constructor(options: AgentRunOptions) {
    this.options = options;
    const { clock, role, turn, runner, turnLimits } = options;
    this.conversation = new Conversation(Conversation.newId(), { clock, onDidAppend: () => {} });
    this.conversation.shareEditor(false);
    if (turn.ignoresLoops) this.conversation.ignoreLoops();
    // A prompt file that limits the tools of the prompt also limits the tools of the prompt's agents.
    const mayUse = (tool: Tool): boolean => role.mayUse(tool) && (turn.allowed?.(tool.name) ?? true);
    this.registry = permitTools(runner.registry, mayUse);
    const { prompt, chat } = turnLimits();
    this.limit = Math.max(1, Math.min(role.maxTurns, prompt ?? Infinity, chat ?? Infinity));
  }

  /** Rejects only if the agent is stopped before its model is known. */
  async execute(task: string, signal: AbortSignal): Promise<AgentReport> {
    const { feed, turn } = this.options;
    // Choosing the model may wait for an API key from the key store. Meanwhile, the row must not show that the agent
    // waits for a slot.
    feed.begin('', undefined);
    const { model, note } = await unlessAborted(this.chooseModel(), signal);
    feed.begin(model.label, note);
    const client = this.createClient();
    const counted = countRequests(model, (request) => this.count(request));
    this.model = counted;
    const emit = (event: ClientEvent): void => this.follow(event);
    const { conversation } = this;
    const options = { client, runner: this.createRunner(), conversation, model: counted, emit };
    const alone = { onDidWait: () => {}, steer: async () => {} };
    await submitQuery(toPrompt(task), { ...options, ...alone }, turn.key.prompt, signal);
    const { limit } = this;
    if (this.hasReachedLimit && !signal.aborted) {
      this.limit += 1;
      // Calls in the answer to `REPORT_NOW` do not run.
      await client.sendMessage(toPrompt(REPORT_NOW), counted, signal, turn.key.prompt, emit);
    }
    const end = this.toEnd(limit, signal);
    return { kind: 'ended', end, text: this.lastText(end), work: feed.toWork() };
  }

  /**
   * Returns the role's model, or the chat's model if the role's model cannot be used. `note` is then the reason, for
   * the user; missing if no fast model is set.
   */
  private async chooseModel(): Promise<{ readonly model: SelectedModel; readonly note?: string }> {
    const { role, turn, ports } = this.options;
    const { model } = turn;
    if (role.model.kind === 'fast') {
      const fast = await ports.fastModel();
      if (fast.kind === 'model') return { model: fast.model };
      return fast.kind === 'unset' ? { model } : { model, note: agentNoteTexts.noFastModel(fast.message) };
    }
    if (role.model.kind === 'chat') return { model };
    const { names } = role.model;
    const named = await firstModel(names, ports.namedModel);
    if (named.kind === 'model') return { model: named.model };
    return named.kind === 'chat'
      ? { model }
      : { model, note: agentNoteTexts.otherModel(toDisplayText(names.join(', '))) };
  }

  private follow(event: ClientEvent): void {
    if (event.type === 'turn-limit') this.hasReachedLimit = true;
    this.options.feed.handle(event);
  }

  private createClient(): ChatClient {
    const { role, factsFor, loadPricing, clock, otherModel } = this.options;
    return createChatClient({
      conversation: this.conversation,
      registry: this.registry,
      systemPrompt: {
        textFor(model) {
          const facts = factsFor(model);
          return toAgentPrompt(AGENT_INTRO, role.rules, role.hasInstructions ? facts : { ...facts, instructions: '' });
        },
        refresh: async () => {},
      },
      cacheSafeParams: new CacheSafeParamsStore(),
      ideContext: new IdeContextFeed(new IdeContextStore()),
      // The approval policy enforces the chat's mode. The agent's prompts do not mention the mode, because agents do
      // not make plans.
      approvalMode: () => 'default',
      turnLimits: () => ({ prompt: null, chat: this.limit }),
      forms: new FormMemory(),
      nextSpeaker: { isEnabled: () => false, onDidRequest: () => {} },
      compression: {
        otherModel,
        onDidRequest: (request) => this.countOther(request),
        onDidCompress: (kept) => forgetUnnamedFiles(this.seen, kept),
      },
      loadPricing,
      clock,
    });
  }

  private createRunner(): ToolRunner {
    const { role, turn, scope, runner } = this.options;
    const { approval, webSearch } = runner;
    return new ToolRunner({
      ...runner,
      registry: this.registry,
      context: { ...runner.context, seen: this.seen },
      approval: { ...approval, readsOnly: () => role.readsOnly || approval.mode() === 'plan' },
      webSearch: webSearch && { ...webSearch, onDidRequest: (request) => this.countOther(request) },
      agent: { scope, key: turn.key },
    });
  }

  /** Counts a request as a cost of the answer that has started the agent. */
  private count(request: CountedRequest): void {
    const { ports, turn } = this.options;
    ports.onDidRequest({ ...request, promptId: 'agent', leaf: turn.answerId });
  }

  /** Counts a request for a summary or a web search, unless the agent's own model has counted it. */
  private countOther(request: CountedRequest): void {
    if (request.model.chatModel !== this.model?.chatModel) this.count(request);
  }

  private toEnd(limit: number, signal: AbortSignal): AgentEnd {
    const { describeError } = this.options;
    const last = this.answers.at(-1);
    if (signal.aborted) return { kind: 'stopped' };
    if (last?.close?.outcome === 'failed') {
      return { kind: 'failed', message: describeError(last.close.error, last.modelId) };
    }
    if (last?.pause?.kind === 'loop') return { kind: 'loop' };
    const stopReason = last?.close?.outcome === 'stopped' ? last.close.stopReason : 'unknown';
    if (stopReason === 'refused') return { kind: 'failed', message: agentNoteTexts.refused() };
    if (stopReason === 'length' || stopReason === 'context-full') return { kind: 'cut-off' };
    return this.hasReachedLimit ? { kind: 'limit', requests: limit } : { kind: 'done' };
  }

  /**
   * Returns the report: the text of the last message. If the task is incomplete, the last message may be empty, so the
   * report is the last text that is not empty.
   */
  private lastText({ kind }: AgentEnd): string {
    const texts = this.answers.map((node) => textOf(messageOf(node)).trim());
    return (kind === 'done' ? texts.at(-1) : texts.findLast((text) => text !== '')) ?? '';
  }

  private get answers(): readonly AnswerNode[] {
    return this.conversation.path().filter((node) => node.kind === 'answer');
  }
}

function toPrompt(text: string): ClientRequest {
  return { kind: 'prompt', parts: [{ type: 'text', text }] };
}

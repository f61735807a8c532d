import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { ApprovalPolicy } from '../approval/approval.ts';
import { ApprovalDesk } from '../approval/approvalDesk.ts';
import { OpenCalls } from '../approval/openCalls.ts';
import type { FormMemory } from '../continue/form.ts';
import type { InstructionSet } from '../instructions/instructions.ts';
import { loadPricing } from '../model/pricing.ts';
import type { LimitResults } from '../tools/resultLimit.ts';
import { createSeenFiles } from '../tools/seenFiles.ts';
import type { SeenFiles } from '../tools/tool.ts';
import { openTourProject, type ChatProject, type TourProjects } from './chatProject.ts';
import type { ChatStore } from './view/chatStore.ts';
import type { ConversationStorage, OpenConversation } from './conversation/openConversation.ts';
import { AnswerChanges } from './answerChanges.ts';
import { Checkpoints } from './checkpoints.ts';
import { FileRestorer } from './fileRestorer.ts';
import { AnswerRunner } from './answerRunner.ts';
import type { Fallback } from './fallback.ts';
import { IdeContextFeed } from './context/ideContextFeed.ts';
import { ChatSession } from './session.ts';
import { ShellLines, type ShellLinePorts } from './shellLines.ts';
import { ConversationView } from './view/conversationView.ts';
import { createChatClient, type Steer } from './agent/chatClient.ts';
import { Compressions } from './compressions.ts';
import type { CompressionPorts } from './agent/compressor.ts';
import { ContextMeter } from './contextMeter.ts';
import type { AgentPorts } from './agent/subAgents/agentRun.ts';
import { AgentRunner } from './agent/subAgents/agentRunner.ts';
import { forgetUnnamedFiles } from './agent/forgottenFiles.ts';
import { toErrorView } from './view/errorText.ts';
import type { NextSpeakerPorts } from './agent/nextSpeaker.ts';
import { SystemPrompt, type Environment } from './agent/systemPrompt.ts';
import type { TurnLimits } from './agent/turnLimit.ts';
import { ToolRunner } from './agent/toolRunner.ts';
import type { WebSearchPorts } from './agent/webSearch.ts';

/** The parts that all chats of a window share. The inherited `ChatProject` is the project of the window. */
export interface ChatSurroundings extends ChatProject {
  readonly storage: ConversationStorage;
  readonly store: ChatStore;
  readonly environment: Environment;
  readonly tour?: TourProjects;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly turnLimits: () => TurnLimits;
  readonly compression: Omit<CompressionPorts, 'onDidCompress'>;
  readonly steer: Steer;
  /** The setting `premove.autoContinue`. */
  readonly autoContinue: () => boolean;
  readonly nextSpeaker: NextSpeakerPorts;
  readonly fallback: Fallback;
  /** The models that have refused to continue a message in the native form. */
  readonly forms: FormMemory;
  /** Runs the commands that the user types. */
  readonly ownShell?: ShellLinePorts;
  readonly limitResults?: LimitResults;
  readonly webSearch?: WebSearchPorts;
  readonly agents?: AgentPorts;
}

/** An open conversation and the objects that answer in it. */
export interface OpenChat {
  readonly opened: OpenConversation;
  readonly session: ChatSession;
  readonly desk: ApprovalDesk;
  readonly calls: OpenCalls;
  readonly seen: SeenFiles;
  readonly project: ChatProject;
  readonly approval: ApprovalPolicy;
  readonly isTour: boolean;
  /** Undefined in the tour, and if no earlier contents of files are kept. */
  readonly restorer: FileRestorer | undefined;
  /** Undefined without a restorer. */
  readonly answerChanges: AnswerChanges | undefined;
  /** Undefined in the tour, and if no shell is available. */
  readonly shellLines: ShellLines | undefined;
  /** Undefined without a restorer. */
  readonly checkpoints: Checkpoints | undefined;
  readonly contextMeter: ContextMeter;
  /** Reads the instructions for the panel and the system prompt. During an answer, the system prompt stays as it is. */
  readInstructions(): void;
  /** Reads the instructions for the panel's list only. */
  listInstructions(): void;
  /** Call when another chat replaces this one. */
  dispose(): void;
}

export function createOpenChat(opened: OpenConversation, surroundings: ChatSurroundings): OpenChat {
  const { storage, store, environment, cacheSafeParams, turnLimits, steer, forms, autoContinue } = surroundings;
  const tour = openTourProject(opened.conversation, surroundings.tour);
  const project: ChatProject = tour ?? surroundings;
  const { registry, workspace, changes, ideContext } = project;
  const approval: ApprovalPolicy = { ...project.approval, granted: new Set() };
  const { clock, log } = storage;
  const seen = createSeenFiles();
  project.instructions?.fileRules.startChat();
  const desk = new ApprovalDesk(log);
  const calls = new OpenCalls();
  const systemPrompt = new SystemPrompt({
    workspace,
    environment,
    clock,
    log,
    instructions: project.instructions,
    onDidRead: (instructions) => showInstructions(store, instructions),
  });
  const { conversation } = opened;
  const pricingOf = (modelId: string) => loadPricing(modelId, log);
  const { limitResults, webSearch } = surroundings;
  const runnerOptions = {
    registry,
    context: { workspace, seen },
    changes,
    approval,
    desk,
    calls,
    limitResults,
    webSearch,
    log,
  };
  const agents =
    surroundings.agents &&
    new AgentRunner({
      ports: surroundings.agents,
      runner: runnerOptions,
      factsFor: (model) => systemPrompt.factsFor(model),
      turnLimits,
      otherModel: surroundings.compression.otherModel,
      describeError: (error, modelId) => toErrorView(error, modelId).message,
      loadPricing: pricingOf,
      clock,
    });
  const runner = new ToolRunner({ ...runnerOptions, agents: agents && ((turn) => agents.forTurn(turn)) });
  const feed = new IdeContextFeed(ideContext);
  const client = createChatClient({
    conversation,
    registry,
    cacheSafeParams,
    ideContext: feed,
    systemPrompt,
    turnLimits,
    forms,
    nextSpeaker: surroundings.nextSpeaker,
    loadPricing: pricingOf,
    clock,
    approvalMode: () => store.state.approvalMode,
    compression: { ...surroundings.compression, onDidCompress: (kept) => forgetUnnamedFiles(seen, kept) },
  });
  const view = new ConversationView(conversation, store, registry);
  const answers = new AnswerRunner({
    conversation,
    client,
    runner,
    steer,
    view,
    fallback: surroundings.fallback,
    autoContinue,
    clock,
    log,
  });
  const compressions = new Compressions({ conversation, client, answers, view, cacheSafeParams });
  const session = new ChatSession({
    opened,
    view,
    answers,
    compressions,
    cacheSafeParams,
    ideContext: feed,
    registry,
    clock,
    loadPricing: pricingOf,
  });
  const isTour = tour !== undefined;
  const { ownShell } = surroundings;
  const shellLines = isTour || !ownShell ? undefined : new ShellLines({ ...ownShell, conversation, store, clock, log });
  const restorer = changes && new FileRestorer({ opened, changes, workspace, clock, log });
  const answerChanges = restorer && new AnswerChanges({ conversation, restorer, store, log });
  const checkpoints =
    restorer &&
    answerChanges &&
    new Checkpoints({ conversation, restorer, branching: session.branching, answerChanges });
  return {
    opened,
    session,
    desk,
    calls,
    seen,
    project,
    approval,
    isTour,
    restorer,
    shellLines,
    answerChanges,
    checkpoints,
    contextMeter: new ContextMeter({
      conversation,
      registry,
      systemPrompt,
      automaticCompression: () => client.automaticCompression,
      loadPricing: pricingOf,
    }),
    readInstructions() {
      const { signal } = new AbortController();
      void (session.isIdle ? systemPrompt.refresh(signal) : systemPrompt.readForPanel(signal));
    },
    listInstructions: () => void systemPrompt.readForPanel(new AbortController().signal),
    dispose() {
      answerChanges?.dispose();
      shellLines?.dispose();
      tour?.dispose();
    },
  };
}

function showInstructions(store: ChatStore, { items, problems }: InstructionSet): void {
  const instructions = { items: [...items], problems: [...problems] };
  const isShown = JSON.stringify(instructions) === JSON.stringify(store.state.instructions);
  if (!isShown) store.dispatch({ type: 'instructions-changed', instructions });
}

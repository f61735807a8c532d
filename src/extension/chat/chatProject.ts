import type { Message } from '../model/message.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ApprovalPolicy } from '../approval/approval.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Conversation } from './conversation/conversation.ts';
import { toCuratedHistory } from './conversation/curatedHistory.ts';
import type { IdeContextStore } from './context/ideContextFeed.ts';

/** What one chat works on, and with what. */
export interface ChatProject {
  readonly workspace: Workspace;
  readonly registry: ToolRegistry;
  readonly ideContext: IdeContextStore;
  /** Each chat grants for itself. */
  readonly approval: Omit<ApprovalPolicy, 'granted'>;
}

/** A sample project in memory. The chat that works on it disposes it. */
export type TourProject = ChatProject & Disposable;

/**
 * Where chats with the offline tour work. They see nothing of the window's files, editors and rules, and run nothing, so
 * that the tour works in any folder and without one. Whether a chat is the tour's is decided when it is opened, so that
 * another model, chosen while an answer is made, moves no tool from the sample to the user's files.
 */
export interface TourProjects {
  /** Whether the tour is the selected model: then a chat without answers is the tour's. */
  isSelected(): boolean;
  /** The sample as the chat's history has left it; a fresh one for an empty history. */
  open(history: readonly Message[]): TourProject;
}

/** The tour's project if the tour gave the conversation's last answer, or is to give its first. */
export function openTourProject(
  conversation: Conversation,
  projects: TourProjects | undefined,
): TourProject | undefined {
  const path = conversation.path();
  const last = path.findLast((node) => node.kind === 'answer');
  const isTour = last ? isTourId(last.modelId) : projects?.isSelected();
  return isTour ? projects?.open(toCuratedHistory(path)) : undefined;
}

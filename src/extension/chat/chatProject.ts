import type { Message } from '../model/message.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ApprovalPolicy } from '../approval/approval.ts';
import type { ChangeStore } from '../changes/changeStore.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Conversation } from './conversation/conversation.ts';
import { toCuratedHistory } from './conversation/curatedHistory.ts';
import type { Instructions } from '../instructions/instructions.ts';
import type { IdeContextStore } from './context/ideContextFeed.ts';

/** The files that one chat works on, and its tools and rules. */
export interface ChatProject {
  readonly workspace: Workspace;
  /** Keeps the earlier contents of changed files. Missing in the tour, whose files are in memory. */
  readonly changes?: ChangeStore;
  /** Fires with the paths of files that may have changed. Missing for the window's files. */
  readonly onDidChangeFiles?: Event<readonly string[]>;
  /** Aborts when the files no longer exist. Missing for the window's files. */
  readonly closed?: AbortSignal;
  readonly registry: ToolRegistry;
  readonly ideContext: IdeContextStore;
  /** Missing in the tour. */
  readonly instructions?: Instructions;
  /** Without the grants, because each chat has its own. */
  readonly approval: Omit<ApprovalPolicy, 'granted'>;
}

/** A sample project in memory. The chat that works on the sample disposes of it. */
export type TourProject = ChatProject & Disposable;

/**
 * The projects of the offline tour. A tour chat does not see the window's files, editors and rules, and runs no
 * commands, so the tour works in any folder and without a folder. A tour chat stays a tour chat: otherwise, selecting
 * another model would move the chat's tools from the sample to the user's files.
 */
export interface TourProjects {
  /** Whether the tour is the selected model. If so, a chat that is opened without answers is a tour chat. */
  isSelected(): boolean;
  /** Returns the sample with the changes of the chat's history. */
  open(history: readonly Message[]): TourProject;
}

/**
 * Returns the tour's project if the tour's model gave the conversation's last answer, or will give its first answer.
 */
export function openTourProject(
  conversation: Conversation,
  projects: TourProjects | undefined,
): TourProject | undefined {
  const path = conversation.path();
  const last = path.findLast((node) => node.kind === 'answer');
  const isTour = last ? isTourId(last.modelId) : projects?.isSelected();
  return isTour ? projects?.open(toCuratedHistory(path)) : undefined;
}

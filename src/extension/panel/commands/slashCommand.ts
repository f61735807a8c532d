import type { Note } from '../../../shared/note.ts';
import type { PanelEffect } from '../../../shared/protocol.ts';
import type { CommandView } from '../../../shared/slashCommand.ts';
import type { BackgroundUsage } from '../../background/usage.ts';
import type { CommandTexts } from '../../base/texts/commandTexts.ts';
import type { ProjectRuleOffer, ProjectRules } from '../../approval/rules/projectRules.ts';
import type { Memory } from '../../instructions/memory.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { Conversation } from '../../chat/conversation/conversation.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { ResolvedModel } from '../../model/resolveModel.ts';
import type { ExternalTools } from '../../ports/externalTools.ts';
import type { ChangeHandlers } from '../handlers/changeHandlers.ts';
import type { CheckpointHandlers } from '../handlers/checkpointHandlers.ts';
import type { ChatActions } from '../chatActions.ts';
import type { PanelCommands } from '../handlers/commandHandlers.ts';
import type { CompressionHandlers } from '../handlers/compressionHandlers.ts';

export interface SlashCommand {
  /** Without the slash, like the aliases. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly texts: () => CommandTexts;
  /**
   * `refused`: the command does not run while Premove answers, because it changes the conversation, or files that
   * answers have changed.
   */
  readonly duringAnswer: 'runs' | 'refused';
  run(ports: CommandPorts, call: CommandCall): CommandOutcome | Promise<CommandOutcome>;
}

export interface CommandCall {
  readonly conversationId: string;
  /** Trimmed; empty if there is none. */
  readonly argument: string;
}

export type CommandOutcome =
  | {
      readonly kind: 'done';
      /** Set if the user cannot see what the command has done. */
      readonly message?: string;
      readonly effect?: PanelEffect;
      /** Opens a dialog. Not awaited, because the user may take long. */
      readonly opens?: () => Promise<unknown>;
    }
  /** Sends a prompt in place of the command. `message`: what the user should know. */
  | { readonly kind: 'sends'; readonly text: string; readonly message?: string }
  /**
   * The text stays in the input, above `message`. Without `message`, a notice already shows the reason, or the chat is
   * busy or hidden now.
   */
  | { readonly kind: 'refused'; readonly message?: string };

export interface CommandDialogs extends Pick<PanelCommands, 'showChats' | 'exportChat' | 'selectModel'> {
  /** Resolves to the id of a message to go back to; undefined if the user cancels. */
  chooseCheckpoint(choices: readonly CheckpointChoice[]): Promise<string | undefined>;
  /** Resolves to the picked rules; undefined if the user cancels. */
  chooseRules(offers: readonly ProjectRuleOffer[]): Promise<readonly string[] | undefined>;
}

export interface CheckpointChoice {
  readonly id: string;
  /** On one line. */
  readonly prompt: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface CommandPorts {
  readonly store: Pick<ChatStore, 'state'>;
  /** The background requests since the window was opened. */
  readonly backgroundOfWindow: () => BackgroundUsage;
  readonly conversation: () => Conversation;
  readonly actions: Pick<ChatActions, 'newChat' | 'changeFiles'>;
  readonly changes: Pick<ChangeHandlers, 'reviewOfChat'>;
  readonly compression: Pick<CompressionHandlers, 'begin'>;
  readonly checkpoints: Pick<CheckpointHandlers, 'handle'>;
  readonly dialogs: CommandDialogs;
  readonly external: Pick<ExternalTools, 'servers' | 'startProblem'>;
  readonly models: { selected(id: string): Promise<Pick<ResolvedModel, 'kind'>> };
  readonly writer: {
    write(key: 'approvalMode' | 'model' | 'fastModel', value: string): Promise<void>;
    switch(key: 'vimMode', enabled: boolean): Promise<unknown>;
  };
  /** The shown chat's workspace. */
  readonly workspace: Pick<Workspace, 'roots' | 'resolve' | 'stat'>;
  readonly isTrusted: () => boolean;
  readonly instructions: {
    readonly memory: Pick<Memory, 'read' | 'add' | 'files'>;
    /** Reads all instructions again. Does not wait. */
    refresh(): void;
  };
  readonly projectRules: {
    offer(): Promise<ProjectRules>;
    /** Adds rules to the user's settings. Never rejects. */
    save(rules: readonly string[]): Promise<void>;
  };
  readonly commands: () => readonly CommandView[];
  readonly showNote: (note: Omit<Note, 'id'>) => void;
  /** Closes the shown note if it has this title. */
  readonly closeNote: (title: string) => void;
  /** Replaces the shown note's content if it has the same title. */
  readonly refreshNote: (note: Omit<Note, 'id'>) => void;
}

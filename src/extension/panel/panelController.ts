import type { ContextUsage } from '../../shared/contextUsage.ts';
import type { Request, SpeculationAction } from '../../shared/protocol.ts';
import type { InputHistory } from '../chat/composer/inputHistory.ts';
import type { Log } from '../ports/log.ts';
import type { MoveAhead } from '../ahead/moveAhead.ts';
import type { BranchHandlers } from './handlers/branchHandlers.ts';
import type { CallHandlers } from './handlers/callHandlers.ts';
import type { ChangeHandlers } from './handlers/changeHandlers.ts';
import type { CheckpointHandlers } from './handlers/checkpointHandlers.ts';
import type { CommandHandlers } from './handlers/commandHandlers.ts';
import type { CompressionHandlers } from './handlers/compressionHandlers.ts';
import type { ComposerHandlers } from './handlers/composerHandlers.ts';
import type { FileHandlers } from './handlers/fileHandlers.ts';
import type { ChatActions } from './chatActions.ts';
import type { InstructionHandlers } from './handlers/instructionHandlers.ts';
import type { LoopHandlers } from './handlers/loopHandlers.ts';
import type { Notes } from './notes.ts';
import type { QueueHandlers } from './handlers/queueHandlers.ts';
import type { ShellHandlers } from './handlers/shellHandlers.ts';
import type { SubmitHandlers } from './handlers/submitHandlers.ts';
import type { SuggestionHandlers } from './handlers/suggestionHandlers.ts';
import type { TerminalHandlers } from './handlers/terminalHandlers.ts';

export interface PanelControllerOptions {
  readonly actions: ChatActions;
  readonly submissions: SubmitHandlers;
  readonly branches: BranchHandlers;
  readonly calls: CallHandlers;
  readonly loops: LoopHandlers;
  readonly changes: ChangeHandlers;
  readonly checkpoints: CheckpointHandlers;
  readonly composer: ComposerHandlers;
  readonly compression: CompressionHandlers;
  readonly notes: Notes;
  readonly queue: QueueHandlers;
  readonly shell: ShellHandlers;
  readonly commands: CommandHandlers;
  readonly files: FileHandlers;
  readonly instructions: InstructionHandlers;
  readonly moveAhead: MoveAhead;
  readonly inputs: InputHistory;
  readonly suggestions: SuggestionHandlers;
  readonly terminals: TerminalHandlers;
  /** Null if no model can be used. */
  readonly readContext: () => Promise<ContextUsage | null>;
  readonly log: Log;
}

/** Requests that concern one webview only, so that its connection handles them. */
type ConnectionRequest = {
  type: 'ready' | 'complete-input' | 'cancel-completion' | 'translate-input' | 'cancel-translation';
};

/**
 * Passes each request to its handler. All requests are in one `switch`, so that the type checker finds a request
 * without a handler.
 */
export class PanelController {
  private readonly options: PanelControllerOptions;

  constructor(options: PanelControllerOptions) {
    this.options = options;
  }

  /** Rejects if the request is refused or fails. */
  async handle(request: Exclude<Request, ConnectionRequest>): Promise<unknown> {
    const {
      actions,
      submissions,
      branches,
      calls,
      loops,
      changes,
      checkpoints,
      composer,
      compression,
      notes,
      queue,
      shell,
      commands,
      files,
      instructions,
      moveAhead,
      inputs,
      suggestions,
      terminals,
      readContext,
      log,
    } = this.options;
    switch (request.type) {
      case 'submit':
        return submissions.submit(request);
      case 'send-queue':
        return actions.sendQueue(request.conversationId);
      case 'change-queued':
        return queue.change(request);
      case 'complete-mention':
        return composer.completeMention(request.query, request.kind);
      case 'stop':
        return actions.stop();
      case 'retry':
        return actions.retry(request.conversationId, request.itemId);
      case 'retry-now':
        return actions.retryNow(request.conversationId, request.itemId);
      case 'set-key-and-retry':
        return commands.setKeyAndRetry(request.conversationId, request.itemId);
      case 'continue-answer':
      case 'continue-prompt':
        return actions.continueMessage(request.conversationId, request.itemId);
      case 'use-as-message':
        return actions.useAsMessage(request.conversationId, request.itemId);
      case 'decide-loop':
        return loops.decide(request);
      case 'switch-branch':
        return branches.switchBranch(request.conversationId, request.itemId, request.step);
      case 'branch-from':
        return branches.branchFrom(request.conversationId, request.itemId);
      case 'decide':
        return calls.decide(request);
      case 'answer':
        return calls.answer(request.callId, request.answer);
      case 'cancel-call':
        return calls.cancel(request.callId);
      case 'open-diff':
        return calls.openDiff(request.callId);
      case 'run-shell':
        return shell.run(request);
      case 'change-shell-line':
        return shell.change(request);
      case 'draft':
        return composer.typed(request);
      case 'edit':
        return composer.edit(request.conversationId, request.itemId);
      case 'cancel-edit':
        return composer.cancelEdit(request.conversationId);
      case 'attach':
        return composer.attach(request);
      case 'detach':
        return composer.detach(request.conversationId, request.id);
      case 'read-context':
        return readContext();
      case 'list-inputs':
        return inputs.list();
      case 'compress':
        return void (await compression.compress(request.conversationId));
      case 'change-summary':
        return compression.change(request);
      case 'open-memory':
        return instructions.openMemory(request.scope);
      case 'list-instructions':
        return instructions.list();
      case 'open-problem':
        return instructions.openProblem(request.problem);
      case 'switch-instruction':
        return instructions.switch(request.id, request.isOn);
      case 'share-editor':
        return composer.shareEditor(request.conversationId, request.shared);
      case 'suggestion-report':
        return moveAhead.report(request.suggestionId, request.report);
      case 'suggestions':
        return suggestions.handle(request.conversationId, request.action);
      case 'speculation':
        return this.speculation(request.id, request.action);
      case 'terminal':
        return terminals.handle(request);
      case 'set-approval-mode':
        return commands.setApprovalMode(request.approvalMode);
      case 'command':
        return commands.run(request.command);
      case 'use-local-server':
        return commands.useLocalServer(request.provider);
      case 'open-file':
        return files.openNamed(request.itemId, request.index);
      case 'open-tool-file':
        return files.openOfTool(request.itemId, request.callId);
      case 'change-files':
        return changes.change(request);
      case 'checkpoint':
        return checkpoints.handle(request);
      case 'open-mention':
        return files.openMentioned(request.itemId, request.index);
      case 'find-files':
        return files.find(request.itemId);
      case 'insert-code':
        return commands.insertCode(request.itemId, request.index);
      case 'dismiss-note':
        return notes.dismiss(request.id);
      case 'dismiss-notice':
        return commands.dismissNotice();
      case 'export':
        return commands.exportChat(request.conversationId, request.itemId);
      case 'report-error':
        return log.error('The panel reported an error', request.message);
    }
  }

  async speculation(id: string, action: SpeculationAction): Promise<void> {
    const { actions, moveAhead } = this.options;
    switch (action) {
      case 'preview':
        return moveAhead.prepared.preview(id);
      case 'discard':
        return moveAhead.prepared.discard(id);
      case 'apply':
        return actions.apply(id);
      case 'resume':
        return moveAhead.resume(id);
      case 'redo':
        return actions.redo(id);
    }
  }
}

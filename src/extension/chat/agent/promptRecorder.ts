import type { ApprovalMode } from '../../../shared/chatState.ts';
import type { Part } from '../../model/message.ts';
import type { IdeContextFeed } from '../context/ideContextFeed.ts';
import { describeMode } from '../context/modeContext.ts';
import { describeRestoredFiles } from '../context/restoredFilesContext.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { withoutFailedPrompts } from '../conversation/curatedHistory.ts';
import type { PromptContext, PromptProperties } from '../conversation/promptContent.ts';
import { describeShellLines, unsentLines } from '../conversation/shellLine.ts';
import { sinceSummary, visiblePath } from '../conversation/visiblePath.ts';

export interface PromptRecorderOptions {
  readonly conversation: Conversation;
  readonly ideContext: IdeContextFeed;
  readonly approvalMode: () => ApprovalMode;
}

/**
 * Records a prompt together with its context. Only prompts have context, because nothing may come between a call and
 * its result.
 */
export class PromptRecorder {
  private readonly options: PromptRecorderOptions;

  constructor(options: PromptRecorderOptions) {
    this.options = options;
  }

  record(request: { readonly parts: readonly Part[] } & PromptProperties): void {
    const { conversation, ideContext, approvalMode } = this.options;
    const path = withoutFailedPrompts(conversation.path(request.parent));
    // The mode and the editor are described again if a summary has replaced their earlier description. Restored files
    // are looked up in the whole path, because a summary still describes answers whose files were restored.
    const mode = describeMode(visiblePath(path), approvalMode());
    const restored = describeRestoredFiles(path);
    const editor = conversation.sharesEditor ? ideContext.next(sinceSummary(path)) : null;
    const lines = unsentLines(conversation.shellLines, conversation.path(request.parent));
    const output = describeShellLines(lines);
    const context: PromptContext[] = [
      ...(mode ? [mode] : []),
      ...(restored ? [restored] : []),
      ...(editor ? [{ kind: 'editor', text: editor.text } as const] : []),
      ...(request.context ?? []),
      ...(output ? [output] : []),
    ];
    const prompt = conversation.addPrompt(request.parts, { ...request, context, shell: lines.map(({ id }) => id) });
    if (editor) ideContext.markSent(prompt.id, editor);
  }
}

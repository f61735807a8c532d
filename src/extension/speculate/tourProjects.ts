import { randomUUID } from 'node:crypto';
import type { ApprovalPolicy } from '../approval/approval.ts';
import { NO_RULES } from '../approval/rules/permissionRules.ts';
import type { Disposable } from '../base/disposable.ts';
import type { TourProjects } from '../chat/chatProject.ts';
import { IdeContextStore } from '../chat/context/ideContextFeed.ts';
import { filesAfter } from '../model/tour/tourFiles.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { TourFiles } from '../model/tour/tourSteps.ts';
import { createFixedWorkspace } from '../tools/fixedWorkspace.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { createOverlay, type Overlay } from './overlay.ts';

/** The folder does not exist on disk, so its paths never name a user's file. */
const ROOT = { name: 'greetings', path: '/premove-tour/greetings' };

export interface OverlayEditors {
  /**
   * Keeps the overlay's files equal to their editors until the result is disposed. `id` must be in lower case. The
   * caller still owns the overlay.
   */
  register(id: string, overlay: Overlay): Disposable;
  /** Closes the overlay's editors, except diffs. Discards unsaved changes, so that VS Code does not ask about them. */
  close(id: string): Promise<void>;
}

export interface TourProjectsOptions {
  readonly editors: OverlayEditors;
  readonly sample: Readonly<Record<string, string>>;
  /** `<provider>/<model>`, or empty. */
  readonly selectedModel: () => string;
  readonly registry: ToolRegistry;
  readonly approval: Omit<ApprovalPolicy, 'granted'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates sample projects in memory. The user's rules, folder trust and `premove.readOnlyCommands` do not apply,
 * because they are about the user's own files.
 */
export function createTourProjects(options: TourProjectsOptions): TourProjects {
  const { editors, sample, selectedModel, registry, approval, onError } = options;
  const { mode, shell, editTools, review } = approval;
  const policy = {
    mode,
    shell,
    editTools,
    ...(review && { review }),
    isTrusted: () => true,
    rules: () => NO_RULES,
    readOnlyCommands: () => 'ask' as const,
  };
  return {
    isSelected: () => isTourId(selectedModel()),
    open(history) {
      const id = `tour-${randomUUID()}`;
      const workspace = createOverlay(createFixedWorkspace(ROOT, existingFiles(filesAfter(sample, history))));
      const registration = editors.register(id, workspace);
      const closing = new AbortController();
      return {
        workspace,
        onDidChangeFiles: workspace.onDidChange,
        closed: closing.signal,
        registry,
        ideContext: new IdeContextStore(),
        approval: policy,
        dispose() {
          closing.abort();
          editors
            .close(id)
            .catch(onError)
            .finally(() => {
              registration.dispose();
              workspace.dispose();
            });
        },
      };
    },
  };
}

function existingFiles(files: TourFiles): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
  );
}

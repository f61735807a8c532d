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

/** No disk has this folder, so a path in it can never mean a file of the user's. */
const ROOT = { name: 'greetings', path: '/premove-tour/greetings' };

/** Makes the files of an overlay available to editors. */
export interface OverlayEditors {
  /** Until the result is disposed. `id` names the overlay, lower case. The overlay stays the caller's. */
  register(id: string, overlay: Overlay): Disposable;
  /** Closes every editor of the overlay. Their changes are discarded, so that no question is asked. */
  close(id: string): Promise<void>;
}

export interface TourProjectsOptions {
  readonly editors: OverlayEditors;
  /** The files of the sample, by path. */
  readonly sample: Readonly<Record<string, string>>;
  /** `<provider>/<model>`, or empty. */
  readonly selectedModel: () => string;
  readonly registry: ToolRegistry;
  readonly approval: Omit<ApprovalPolicy, 'granted'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Sample projects in memory, each an overlay that editors can show. Only the approval mode is the user's: their rules
 * and the trust of their folder are about their files, and a rule kept here would count for those.
 */
export function createTourProjects(options: TourProjectsOptions): TourProjects {
  const { editors, sample, selectedModel, registry, approval, onError } = options;
  const { mode, shell, review } = approval;
  const policy = {
    mode,
    shell,
    ...(review && { review }),
    isTrusted: () => true,
    rules: () => NO_RULES,
    readOnlyCommands: () => 'ask' as const,
  };
  return {
    isSelected: () => isTourId(selectedModel()),
    open(history) {
      const id = `tour-${randomUUID()}`;
      const workspace = createOverlay(createFixedWorkspace(ROOT, present(filesAfter(sample, history))));
      const registration = editors.register(id, workspace);
      return {
        workspace,
        registry,
        ideContext: new IdeContextStore(),
        approval: policy,
        dispose() {
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

function present(files: TourFiles): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
  );
}

import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { IdeContextStore } from '../../chat/context/ideContextFeed.ts';
import type { TourProjects } from '../../chat/chatProject.ts';
import { filesAfter } from '../../model/tour/tourFiles.ts';
import { isTourId } from '../../model/tour/tourId.ts';
import type { TourFiles } from '../../model/tour/tourSteps.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { createOverlay } from '../../speculate/overlay.ts';
import type { ApprovalPolicy } from '../../approval/approval.ts';
import { createFixedWorkspace } from '../../tools/fixedWorkspace.ts';
import { NO_RULES } from '../../approval/permissionRules.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import { closeTabsOf, type OverlayFileSystem } from './overlayFileSystem.ts';

/** The files of `sample/`, by path; the build puts them here. */
declare const SAMPLE_FILES: Readonly<Record<string, string>>;

/** No disk has this folder, so a path in it can never mean a file of the user's. */
const ROOT = { name: 'greetings', path: '/premove-tour/greetings' };

export interface TourProjectsOptions {
  readonly fileSystem: OverlayFileSystem;
  /** `<provider>/<model>`, or empty. */
  readonly selectedModel: () => string;
  readonly registry: ToolRegistry;
  readonly approval: Omit<ApprovalPolicy, 'granted'>;
  readonly onError: (error: unknown) => void;
}

export interface ShownTourProjects extends TourProjects {
  /** Where VS Code finds a file of a tour's workspace; undefined for other workspaces. */
  uriOf(workspace: Workspace, path: string): vscode.Uri | undefined;
}

/**
 * Sample projects in memory, which VS Code sees under the scheme of overlays. Only the approval mode is the user's: their
 * rules and the trust of their folder are about their files, and a rule kept here would count for those.
 */
export function createTourProjects(options: TourProjectsOptions): ShownTourProjects {
  const { fileSystem, selectedModel, registry, approval, onError } = options;
  const ids = new WeakMap<Workspace, string>();
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
      const workspace = createOverlay(createFixedWorkspace(ROOT, present(filesAfter(SAMPLE_FILES, history))));
      const registration = fileSystem.register(id, workspace);
      ids.set(workspace, id);
      return {
        workspace,
        registry,
        ideContext: new IdeContextStore(),
        approval: policy,
        dispose() {
          // The files go with the chat. Their documents are saved to nowhere, so that their tabs close without a question.
          fileSystem.letGo(id);
          closeTabsOf(fileSystem.scheme, id)
            .catch(onError)
            .finally(() => {
              registration.dispose();
              workspace.dispose();
            });
        },
      };
    },
    uriOf(workspace, path) {
      const id = ids.get(workspace);
      return id === undefined ? undefined : fileSystem.toUri(id, path);
    },
  };
}

function present(files: TourFiles): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
  );
}

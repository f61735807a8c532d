import type { SelectedModel } from '../../model/chatModel.ts';
import type { LanguageFeatures } from '../../ports/languageFeatures.ts';
import type { MemoryFiles } from '../../ports/memoryFiles.ts';
import type { SkillLoader } from '../../ports/skillLoader.ts';
import type { WebFetcher } from '../../ports/webFetcher.ts';
import { createAgentTool, type AgentCatalog } from './agent.ts';
import { askUserTool } from './askUser.ts';
import { deleteFileTool } from './deleteFile.ts';
import { editTool } from './edit.ts';
import { createExitPlanMode } from './exitPlanMode.ts';
import { globTool } from './globTool.ts';
import { grepTool } from './grep.ts';
import { listDirectoryTool } from './listDirectory.ts';
import { createLspTool } from './lsp.ts';
import { moveFileTool } from './moveFile.ts';
import { readFileTool } from './readFile.ts';
import { createSaveMemory } from './saveMemory.ts';
import { createSkill } from './skill.ts';
import { todoWriteTool } from './todoWrite.ts';
import { createRunShellCommand, type ShellCommandPorts } from './runShellCommand.ts';
import type { PlanMode, Tool } from '../tool.ts';
import { createWebFetch } from './webFetch.ts';
import { createWebSearch } from './webSearch.ts';
import { writeFileTool } from './writeFile.ts';

export interface ToolPorts {
  readonly languageFeatures: LanguageFeatures;
  readonly web: WebFetcher;
  readonly shell: ShellCommandPorts;
  readonly planMode: PlanMode;
  readonly canSearchWeb: (model: SelectedModel) => boolean;
  readonly memory: MemoryFiles;
  readonly skills: SkillLoader;
  readonly agents: AgentCatalog;
}

/** The order of the tools is part of the provider's cache prefix. */
export function createTools(ports: ToolPorts): readonly Tool[] {
  return [
    ...DEFAULT_TOOLS,
    createLspTool(ports.languageFeatures),
    createWebFetch(ports.web),
    createRunShellCommand(ports.shell),
    createExitPlanMode(ports.planMode),
    createWebSearch(ports.canSearchWeb),
    createSaveMemory(ports.memory),
    createSkill(ports.skills),
    createAgentTool(ports.agents),
  ];
}

/** The tools that need only the context of a call. */
export const DEFAULT_TOOLS: readonly Tool[] = [
  readFileTool,
  writeFileTool,
  editTool,
  listDirectoryTool,
  globTool,
  grepTool,
  todoWriteTool,
  askUserTool,
  deleteFileTool,
  moveFileTool,
];

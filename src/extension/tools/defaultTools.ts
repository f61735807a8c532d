import { askUserTool } from './askUser.ts';
import { editTool } from './edit.ts';
import { globTool } from './globTool.ts';
import { grepTool } from './grep.ts';
import { listDirectoryTool } from './listDirectory.ts';
import { readFileTool } from './readFile.ts';
import { todoWriteTool } from './todoWrite.ts';
import type { Tool } from './tool.ts';
import { writeFileTool } from './writeFile.ts';

/** The tools that every conversation has. Their order is part of the provider's cache prefix. */
export const DEFAULT_TOOLS: readonly Tool[] = [
  readFileTool,
  writeFileTool,
  editTool,
  listDirectoryTool,
  globTool,
  grepTool,
  todoWriteTool,
  askUserTool,
];

import { createContext } from 'react';
import type { FileLink } from '../../shared/linkPolicy.ts';

/** Opens files that an answer names. The host decides which file a name means, and whether the file may be opened. */
export interface FileOpening {
  /** Opens a file that the answer's text links to or names in inline code. */
  open(link: FileLink): void;
  /** Opens the file that a call of the answer is about. */
  openTool(callId: string): void;
  /** Whether the host has found the file that inline code names. */
  has(link: FileLink): boolean;
}

/** Null if file names do not open files: outside answers, in thoughts and inside links. */
export const FileOpening = createContext<FileOpening | null>(null);

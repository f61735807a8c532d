import { createContext } from 'react';
import type { FileLink } from '../../shared/linkPolicy.ts';

/** Opens files that an answer names. The host decides which file a name means, and whether it may be opened. */
export interface FileOpening {
  open(link: FileLink): void;
  /** Whether the host's search of the answer's text finds this link too. Otherwise the link cannot open the file. */
  names(link: FileLink): boolean;
  openTool(callId: string): void;
  /** Whether the host has found the file that inline code names. */
  has(link: FileLink): boolean;
}

/** Null if file names do not open files: outside answers, in thoughts and inside links. */
export const FileOpening = createContext<FileOpening | null>(null);

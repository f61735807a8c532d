import { createContext } from 'react';
import type { FileLink } from '../../shared/linkPolicy.ts';

/** How a file that an answer names becomes an editor. The host knows what a name leads to, and whether it may be opened. */
export interface FileOpening {
  /** Opens what the answer's text links to, or names in inline code. */
  open(link: FileLink): void;
  /** Opens the file that a call of the answer is about. */
  openTool(callId: string): void;
  /** Whether the host has found the file that inline code names. */
  has(link: FileLink): boolean;
}

/** Null outside of answers: what a thought links to stays a text. */
export const FileOpening = createContext<FileOpening | null>(null);

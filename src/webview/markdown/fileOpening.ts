import { createContext } from 'react';
import type { FileLink } from '../../shared/linkPolicy.ts';

/** How a link to a file becomes an editor: the host knows what it leads to, and whether it may be opened. */
export type FileOpening = (link: FileLink) => void;

/** Null outside of answers: what a thought links to stays a text. */
export const FileOpening = createContext<FileOpening | null>(null);

import { createContext } from 'react';

/**
 * Inserts code blocks of an answer into the active editor. The host has the text, so a block is identified by its
 * index.
 */
export interface CodeInsertion {
  /** Null if no block of the answer has exactly this code. */
  indexOf(code: string): number | null;
  insert(index: number): void;
}

/** Null outside answers and in thoughts. */
export const CodeInsertion = createContext<CodeInsertion | null>(null);

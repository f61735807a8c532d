import { createContext } from 'react';

/** The host has the text, so blocks are identified by index. */
export interface CodeInsertion {
  /** Null if no block of the answer has exactly this code. */
  indexOf(code: string): number | null;
  insert(index: number): void;
}

/** Null outside answers and in thoughts. */
export const CodeInsertion = createContext<CodeInsertion | null>(null);

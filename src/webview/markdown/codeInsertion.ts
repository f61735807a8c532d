import { createContext } from 'react';

/** How a fence gets from an answer into the file that is being edited; the host has the text and goes by numbers. */
export interface CodeInsertion {
  /** Null where no fence of the answer is just this. */
  indexOf(code: string): number | null;
  insert(index: number): void;
}

/** Null outside of answers. */
export const CodeInsertion = createContext<CodeInsertion | null>(null);

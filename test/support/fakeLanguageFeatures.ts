import type { LanguageFeatures } from '../../src/extension/ports/languageFeatures.ts';

export interface FakeLanguageFeatures extends LanguageFeatures {
  /** Every request so far, in order: "definition /ws/a.ts:1:5". */
  readonly asked: readonly string[];
}

/** Answers every request from `known`, whatever position it names. */
export function createFakeLanguageFeatures(known: Partial<Known> = {}): FakeLanguageFeatures {
  const asked: string[] = [];
  const answer = <T>(question: string, value: readonly T[] | undefined): Promise<readonly T[]> => {
    asked.push(question);
    return Promise.resolve(value ?? []);
  };
  return {
    asked,
    definition: (at) => answer(`definition ${at.path}:${at.line}:${at.character}`, known.definition),
    references: (at) => answer(`references ${at.path}:${at.line}:${at.character}`, known.references),
    hover: (at) => answer(`hover ${at.path}:${at.line}:${at.character}`, known.hover),
    documentSymbols: (path) => answer(`documentSymbols ${path}`, known.documentSymbols),
    workspaceSymbols: (query, path) => answer(`workspaceSymbols ${query} ${path}`, known.workspaceSymbols),
    diagnostics: (path) => answer(`diagnostics ${path}`, known.diagnostics),
    knownDiagnostics: (folder) => {
      asked.push(`knownDiagnostics ${folder}`);
      return known.knownDiagnostics ?? [];
    },
  };
}

type Known = {
  readonly [Name in keyof LanguageFeatures]: Awaited<ReturnType<LanguageFeatures[Name]>>;
};

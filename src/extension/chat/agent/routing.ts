import type { ModelErrorKind } from '../../model/chatModel.ts';

/** The setting `premove.routing.fastFor`: the prompts that go to the fast model. */
export type FastFor = 'none' | 'explore';

export interface RoutingContext {
  /** The model that the user or a prompt file has chosen for this prompt alone. Ids are `<provider>/<model>`. */
  readonly own: string | undefined;
  readonly selected: string | undefined;
  /** The model that answers because the selected model was not available. */
  readonly fallback: string | undefined;
  readonly fast: string | undefined;
  readonly fastFor: FastFor;
  /** The text of a new prompt; undefined if the prompt has attachments, or was sent before. */
  readonly text: string | undefined;
}

/** Only `explore` and `fallback` are decisions of Premove. */
export type RoutingReason = 'own' | 'selected' | 'fallback' | 'explore';

export interface Route {
  /** Undefined for the selected model. */
  readonly model: string | undefined;
  readonly reason: RoutingReason;
}

/** Decides which model answers a prompt (seed 002, `ModelRouterService.route`). Call before the first request. */
export function route({ own, selected, fallback, fast, fastFor, text }: RoutingContext): Route {
  if (own !== undefined) return { model: own, reason: 'own' };
  const isFast = fastFor === 'explore' && fast !== undefined && fast !== selected;
  if (isFast && text !== undefined && onlyAsks(text)) return { model: fast, reason: 'explore' };
  if (fallback !== undefined && fallback !== selected) return { model: fallback, reason: 'fallback' };
  return { model: undefined, reason: 'selected' };
}

/** Errors after which another model may answer. */
const UNAVAILABLE: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limited',
  'quota-exhausted',
  'overloaded',
  'server',
  'timeout',
  'network',
]);

export function isUnavailable(kind: ModelErrorKind): boolean {
  return UNAVAILABLE.has(kind);
}

/**
 * Words at the beginning of an English question about the code. Other languages have some of these words too ("Was" in
 * German). Such a word counts only if an English word follows.
 */
const ASKS =
  /^(?:and |so |but |ok(?:ay)?,? )?(?:(?:what|where|why|which|who|when|how|explain|summari[sz]e|show me|tell me)\b|(?:is|are|was|were|does|do|did|has|have|describe|find|list) (?:the|this|that|these|those|there|it|its|we|you|they|our|any|each|every|how|what|where|which|why)\b)/i;

/**
 * The end of a sentence before the end of the text, or a letter that English does not have. Such a text may ask for an
 * action that `ACTS` does not know.
 */
const MORE = /[.!?]\s|(?![a-z])\p{L}/iu;

/** Words that ask for a change or an action, even in a question ("How about we rename it?"). */
const ACTS =
  /\b(?:add|apply|build|bump|change|clean|commit|convert|copy|create|debug|delete|deploy|do it|document|drop|edit|extract|fix|format|generate|implement|improve|inline|insert|install|introduce|let'?s|make|merge|migrate|move|optimi[sz]e|patch|please|port|publish|push|put|refactor|remove|rename|replace|revert|rewrite|run|send|set up|simplify|split|start|stop|switch|test it|try|turn|undo|update|upgrade|use|write)\b/i;

/** Characters. A longer prompt describes a task. */
const MAX_QUESTION = 400;

/** Whether a prompt is one English question, which the fast model can answer. False in case of doubt. */
export function onlyAsks(text: string): boolean {
  const question = text.trim();
  if (question.length > MAX_QUESTION || question.includes('\n') || MORE.test(question)) return false;
  return ASKS.test(question) && !ACTS.test(question);
}

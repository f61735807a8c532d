import { strings } from '../strings.ts';

/** What a call does, in a word. A model may name a tool that there is not, or nothing yet. */
export function toVerb(name: string): string {
  const { verbs } = strings.tools;
  if (Object.hasOwn(verbs, name)) return verbs[name] ?? name;
  return name === '' ? strings.tools.unnamed : name;
}

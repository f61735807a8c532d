import type * as z from 'zod';

export type JsonAnswer<Value> = { readonly kind: 'value'; readonly value: Value } | { readonly kind: 'malformed' };

/** Characters, counted from the end of the text. */
const MAX_SEARCHED = 20_000;
/** Opening braces that are tried as the start of an object. */
const MAX_TRIED = 100;

/** Returns the whole text as an object, or the last object in the text that fits the schema. */
export function parseJsonAnswer<Value>(text: string, schema: z.ZodType<Value>): JsonAnswer<Value> {
  const whole = parse(text, schema);
  if (whole.kind === 'value') return whole;
  const searched = text.slice(-MAX_SEARCHED);
  let start = searched.length;
  for (let tried = 0; tried < MAX_TRIED && start > 0; tried += 1) {
    start = searched.lastIndexOf('{', start - 1);
    if (start < 0) break;
    const found = parse(searched.slice(start, endOfObject(searched, start)), schema);
    if (found.kind === 'value') return found;
  }
  return { kind: 'malformed' };
}

function parse<Value>(json: string, schema: z.ZodType<Value>): JsonAnswer<Value> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: 'malformed' };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { kind: 'value', value: parsed.data } : { kind: 'malformed' };
}

/** The index after the brace that closes the object at `start`; `start` if there is no such brace. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return start;
}

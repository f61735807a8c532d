import type { JsonObject } from '../model/message.ts';
import { withoutHiddenText } from './untrusted.ts';

/** Deeper levels are replaced by `{}`. */
const MAX_DEPTH = 20;
/** Characters. A larger schema would cost too many tokens, and a hostile author may intend that. */
const MAX_SIZE = 20_000;
/** Characters of one text. */
const MAX_TEXT = 1000;

/**
 * Converts an external tool's JSON Schema to the form that providers accept. Cuts texts, and removes their hidden
 * characters. Undefined if the schema cannot be used, for example because a name has hidden characters.
 */
export function sanitizeSchema(schema: unknown): JsonObject | undefined {
  if (schema === undefined || schema === null) return NO_ARGUMENTS;
  const clean = sanitize(schema, MAX_DEPTH);
  if (!isObject(clean) || hasHiddenName(clean) || JSON.stringify(clean).length > MAX_SIZE) return undefined;
  const type: unknown = clean.type ?? 'object';
  if (type !== 'object') return undefined;
  return { ...clean, type: 'object', properties: isObject(clean.properties) ? clean.properties : {} };
}

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} };

/**
 * Keys that are dropped at every level. Providers refuse or ignore the first three. The others could change an object's
 * prototype.
 */
const DROPPED = new Set(['$schema', '$id', '$comment', '__proto__', 'constructor', 'prototype']);

function sanitize(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutHiddenText(value).slice(0, MAX_TEXT);
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth === 0) return {};
  if (Array.isArray(value)) return value.map((each: unknown) => sanitize(each, depth - 1));
  const entries = Object.entries(value).filter(([key, each]) => !DROPPED.has(key) && each !== undefined);
  return Object.fromEntries(entries.map(([key, each]) => [key, sanitize(each, depth - 1)]));
}

function hasHiddenName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]) => withoutHiddenText(name) !== name || hasHiddenName(each));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

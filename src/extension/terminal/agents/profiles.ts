import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { AgentProfile } from './layout.ts';
import { opencode } from './opencode.ts';

/**
 * The first profile that matches is used. Codex is last, because its prompt is less distinctive than the others'
 * borders.
 */
export const PROFILES: readonly AgentProfile[] = [opencode, claude, codex];

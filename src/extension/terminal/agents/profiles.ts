import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { AgentProfile } from './layout.ts';
import { opencode } from './opencode.ts';

/**
 * The first profile that matches is used. Codex is last, because the mark of its input line is less distinctive than
 * the borders of the other agents.
 */
export const PROFILES: readonly AgentProfile[] = [opencode, claude, codex];

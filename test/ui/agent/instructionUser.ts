import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { PanelUser } from '../panelUser.ts';
import { commandsOf } from './commandUser.ts';

/** The list that the chip of the instructions opens. Each entry has its name, then its detail. */
export interface ListedInstructions {
  readonly rules: readonly string[];
  readonly memory: readonly string[];
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  readonly problems: readonly string[];
}

/** The button that opens the list of instructions. */
export function instructionsChip({ workbench }: PanelUser): Locator {
  return workbench.panel.getByRole('button', { name: /^Instructions: / });
}

/**
 * Opens the list of instructions, waits until it has these entries, and closes it. An entry is `name` or
 * `name (detail)`; groups that are not given must be empty.
 */
export async function expectListed(user: PanelUser, expected: Partial<ListedInstructions>): Promise<void> {
  const menu = user.workbench.panel.getByRole('menu', { name: 'Instructions' });
  const textsOf = (group: string): Promise<string[]> =>
    menu
      .getByRole('group', { name: group, exact: true })
      .locator('[role^="menuitem"]')
      .evaluateAll((entries) =>
        entries.map((entry) => {
          const [name = '', detail = ''] = [...entry.querySelectorAll('span:not(.codicon)')].map((e) => e.textContent);
          return detail === '' ? name : `${name} (${detail})`;
        }),
      );
  await instructionsChip(user).click();
  const read = async (): Promise<ListedInstructions> => ({
    rules: await textsOf('Rules'),
    memory: await textsOf('Memory'),
    skills: await textsOf('Skills'),
    agents: await textsOf('Agents'),
    problems: await textsOf('Problems'),
  });
  await expect.poll(read).toEqual({ rules: [], memory: [], skills: [], agents: [], problems: [], ...expected });
  await user.press('Escape');
  await expect.poll(() => menu.count()).toBe(0);
}

/**
 * Types `/` until the list has these prompt files, and clears the input. Each expected text is the name, the hint and
 * the detail of a prompt file, with spaces between them.
 */
export async function expectPromptFiles(user: PanelUser, expected: readonly string[]): Promise<void> {
  const { options } = commandsOf(user);
  const typeSlash = async (): Promise<string[]> => {
    await user.clearComposer();
    await user.type('/');
    await options().first().waitFor();
    return options()
      .filter({ has: user.workbench.panel.locator('.codicon-note') })
      .evaluateAll((entries) =>
        entries.map((entry) =>
          [...entry.children]
            .map((each) => each.textContent)
            .filter(Boolean)
            .join(' '),
        ),
      );
  };
  // Typed again, because an open list stays as it is, and VS Code reports changed files a moment later.
  await expect.poll(typeSlash, { interval: 250 }).toEqual(expected);
  await user.clearComposer();
}

/** A file and its text. */
export type Quotation = readonly [file: string, text: string];

/** The instructions in a request to the model. */
export interface SentInstructions {
  /** Files of rules whose text is sent. */
  readonly guides: readonly Quotation[];
  /** Files of rules that are only named, so that the model can read them. */
  readonly offered: readonly string[];
  readonly skills: readonly string[];
  readonly memory: readonly Quotation[];
  /** Without the agents that every chat has. */
  readonly agents: readonly string[];
}

/** The instructions in the first request for a prompt. The provider must be of the kind `openai-chat`. */
export function sentInstructions({ server }: PanelUser, prompt: string): SentInstructions {
  const { messages, tools } = server.requests(prompt)[0]?.json as unknown as ChatRequest;
  const system = messages[0]?.content ?? '';
  const agent = tools.find((tool) => tool.function.name === 'agent')?.function.parameters.properties['agent'];
  return {
    guides: quotationsIn(system, 'guide'),
    offered: namesIn(sectionOf(system, 'The project’s files have more guides')),
    skills: namesIn(sectionOf(system, 'Skills are instructions')),
    memory: quotationsIn(system, 'memory'),
    agents: namesIn(agent?.description ?? '').filter((name) => !BUILT_IN_AGENTS.includes(name)),
  };
}

const BUILT_IN_AGENTS = ['explore', 'general'];

interface ChatRequest {
  readonly messages: readonly { readonly content: string }[];
  readonly tools: readonly {
    readonly function: {
      readonly name: string;
      readonly parameters: { readonly properties: Readonly<Record<string, { readonly description: string }>> };
    };
  }[];
}

function quotationsIn(system: string, tag: string): Quotation[] {
  const quotation = new RegExp(`<${tag} file="([^"]*)">\n([^]*?)\n</${tag}>`, 'g');
  return [...system.matchAll(quotation)].map(([, file = '', text = '']) => [file, text]);
}

function sectionOf(system: string, start: string): string {
  return system.split('\n\n').find((section) => section.startsWith(start)) ?? '';
}

/** The names in a list whose lines are `- name: description` or `- name, for patterns`. */
function namesIn(list: string): string[] {
  return [...list.matchAll(/^- ([^:,\n]+)/gm)].map(([, name = '']) => name);
}

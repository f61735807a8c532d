import { describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import { toRulesQuestion } from '../../../src/extension/terminal/rulesQuestion.ts';
import type { TerminalReading } from '../../../src/extension/terminal/reading.ts';

function check(lines: readonly string[], expected: Partial<TerminalReading>): void {
  expect(readScreen(lines)).toMatchObject(expected);
}

describe('the card of a question for yes or no', () => {
  const card = (reply: string) =>
    toRulesQuestion(readScreen([...`⏺ ${reply}`.split('\n'), '', '─'.repeat(60), '❯ ', '─'.repeat(60)]));
  const plan = ['Here is the plan:', '', '  1. Add a table', '', '     With an index.', '', '  2. Fill the table', ''];

  it.each(['Shall I go ahead with this plan? (y/n)', 'Apply the plan? (y/n)', 'Go ahead? (y/n)'])(
    'shows the plan above “%s”',
    (question) => {
      const shown = card([...plan, `  ${question}`].join('\n'));
      expect(shown?.text).toBe(
        `Here is the plan:\n1. Add a table\n   With an index.\n2. Fill the table\n${question.replace(' (y/n)', '')}`,
      );
      expect(shown?.choices.map(({ send }) => send)).toEqual(['y', 'n']);
    },
  );

  it('has no answers if the text that the question is about is too long for the card', () => {
    const long = plan.map((line) => (line.endsWith('table') ? `${line} ${'of prices '.repeat(30)}` : line)).join('\n');
    expect(card(`${long}\n  Apply these changes? (y/n)`)).toMatchObject({ choices: [], unanswerable: 'long' });
    expect(card(`${long}\n  Apply the changes? (y/n)`)).toMatchObject({ choices: [], unanswerable: 'long' });
  });

  it('keeps the end of a question that is too long for the card', () => {
    const files = Array.from({ length: 30 }, (_, at) => `the table number${at}`).join(' and ');
    const shown = card(`Shall I replace ${files}, and then finish? [Y/n]`);
    expect(shown).toMatchObject({ choices: [], unanswerable: 'long' });
    expect(shown?.text).toMatch(/^Shall I replace the table number0 .*….* and then finish\?/);
    expect(shown?.text.length).toBeLessThanOrEqual(500);
    const below = card(`The tests pass.\n\n  Shall I replace ${files}, and then finish? [Y/n]`);
    expect(below?.text).toMatch(/and then finish\?/);
  });

  it('shows the last paragraph above the question, but not the whole reply', () => {
    const reply = `${'The parser is slow. '.repeat(30)}\n\n  The tests pass.\n\n  Shall I delete the old parser? (y/n)`;
    expect(card(reply)).toMatchObject({ text: 'The tests pass.\nShall I delete the old parser?', choices: [{}, {}] });
    expect(card(reply.replace('the old', 'that'))).toMatchObject({ choices: [], unanswerable: 'long' });
  });

  it('shows a wrapped question once', () => {
    const question = 'Shall I delete the old parser and all files that only the old parser has used so far,';
    const shown = card(`The tests pass.\n\n  ${question}\n  and also the folder with the recorded screens? (y/n)`);
    expect(shown?.text).toBe(`The tests pass.\n${question} and also the folder with the recorded screens?`);
  });
});

describe('the cases of seed 003', () => {
  it('reads a question above `$` with typed text', () => {
    const asks = 'Allow command npm install? y/n/a/p';
    check([asks, '$ maybe later'], { state: 'has_question', question: 'Allow command npm install?' });
    check(['$ cat notes.txt', asks, '$ ls'], { state: 'idle' });
  });

  it('reads a status animation as processing', () => check(['✶ Brewing…'], { state: 'processing' }));

  it('reads an empty prompt as idle', () => {
    check(['❯ '], { state: 'idle' });
    check(['❯'], { state: 'idle' });
  });

  it('reads options in the line of the question', () =>
    check(['你想选择哪个方案？A) 方案一 B) 方案二'], {
      state: 'has_question',
      messageType: 'choice',
      options: ['方案一', '方案二'],
    }));

  it('reads options below the question', () =>
    check(['⏺ 第一个问题：项目用途？', 'A) 学习项目', 'B) 作品集', 'C) 实际工具', '❯'], {
      state: 'has_question',
      messageType: 'choice',
      message: '第一个问题：项目用途？\nA) 学习项目\nB) 作品集\nC) 实际工具',
      options: ['学习项目', '作品集', '实际工具'],
    }));

  it('does not decide a question about something that is not on the screen', () =>
    check(['这个方案可以吗？[Y/n]', '❯'], { state: 'unknown' }));
});

const RULE = '─'.repeat(80);
const COMPOSER = ['', RULE, '❯', RULE, '  ? for shortcuts'];
const MENU = [
  RULE,
  ' Bash command',
  '   rm -rf build',
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. No',
  '',
  ' Esc to cancel',
];

describe('in a reading,', () => {
  it.each(['✶', '✻', '✽', '✢', '·', '✳', '*', '⠋', '⠹', '◐'])('the animation %s means processing', (glyph) => {
    check([`${glyph} Brewing…`], { state: 'processing' });
    check(['❯ go on', '', `${glyph} Herding… (4s · esc to interrupt)`, ...COMPOSER], { state: 'processing' });
  });

  it('the same glyph before a finished task is not processing', () =>
    check(['⏺ Done.', '', '✻ Cooked for 5s', ...COMPOSER], { state: 'idle' }));

  it('processing comes before a question that is still on the screen', () =>
    check(['⏺ Which one? A) one B) two', '', '✢ Herding…', ...COMPOSER], { state: 'processing' }));

  it('a progress bar in the status line and a logo do not change the reading', () => {
    check(['⏺ Done.', ...COMPOSER, '  ████░░░░ 41%'], { state: 'idle' });
    check([' ▐▛███▜▌   Claude Code', '▝▜█████▛▘', ...COMPOSER], { state: 'idle' });
  });

  it('a question is over when a new reply or a tool call follows', () => {
    check(['⏺ Which one? A) one B) two', '', '❯ A', '', '⏺ I took the first.', ...COMPOSER], { state: 'idle' });
    check(['⏺ Shall I run it?', '', '⏺ Bash(npm test)', '  ⎿  12 passed', ...COMPOSER], { state: 'idle' });
    check(['⏺ Shall I run it?', '', '❯ yes', ...COMPOSER], { state: 'idle' });
  });

  it('typed text and a placeholder do not change the reading', () => {
    const typed = (text: string): string[] => ['⏺ Done.', '', RULE, `❯ ${text}`, RULE, '  ? for shortcuts'];
    for (const text of ['1. Yes', '2. No', 'Continue? [Y/n]', '好', 'Try "fix lint errors"', '✶ Brewing…'])
      check(typed(text), { state: 'idle' });
  });

  it.each([
    [['dev@shop:~$ sudo apt install jq', 'Do you want to continue? [Y/n]']],
    [['$ git add -p', '(1/1) Stage this hunk [y,n,q,a,d,e,p,?]?']],
    [['Is this OK? (yes)']],
    [['Are you sure you want to continue connecting (yes/no/[fingerprint])?']],
    [['? Select a framework: › - Use arrow-keys. Return to submit.', '❯   Vanilla', '    Vue', '    React']],
    [['>>> print("Which one?")', 'Which one?', '>>>']],
    [['❯ cat faq.md', 'Which one?', '1. npm', '2. pnpm', '❯']],
    [['1) red', '2) blue', '#?']],
    [['Do you want to proceed?', '❯ 1. Yes', '  2. No', 'menu.txt (END)']],
    [['npm test', '', ' ✓ asks "Do you want to proceed? 1. Yes 2. No" (3 ms)', '', '12 passing']],
  ])('ordinary work is not a question: %j', (lines) => {
    expect(readScreen(lines).state).not.toBe('has_question');
  });
});

describe('the question of a dialog', () => {
  it('is read with its subject, and with the keys that answer it', () =>
    check(MENU, {
      state: 'has_question',
      agent: 'claude',
      messageType: 'choice',
      question: 'Bash command\n  rm -rf build\nDo you want to proceed?',
      message: 'Bash command\n  rm -rf build\nDo you want to proceed?\n1. Yes\n2. No',
      answers: [
        { label: 'Yes', keys: '1', enter: false },
        { label: 'No', keys: '2', enter: false },
      ],
    }));

  it('is not a question if the composer is below it', () => check([...MENU, ...COMPOSER], { state: 'idle' }));

  it('has a limited length', () => {
    const long = Array.from({ length: 500 }, (_, at) => `   echo ${at}`);
    const reading = readScreen([...MENU.slice(0, 2), ...long, ...MENU.slice(3)]);
    expect(reading.message!.length).toBeLessThanOrEqual(500);
    expect(reading.question).toMatch(/Do you want to proceed\?$/);
  });

  it('names the call above the question if the dialog does not', () =>
    check(['⏺ Bash(npm test)', '', 'Do you want to proceed?', '❯ 1. Yes', '  2. Yes, always', '  3. No'], {
      state: 'has_question',
      message: 'Bash(npm test)\nDo you want to proceed?\n1. Yes\n2. Yes, always\n3. No',
      options: ['Yes', 'Yes, always', 'No'],
    }));

  it('shows all lines of the call', () => {
    const call = ['⏺ Bash(npm test &&', '      rm -rf build)', ''];
    const question = 'Bash(npm test &&\n      rm -rf build)\nProceed?';
    const joined = 'Bash(npm test &&\nrm -rf build)\nProceed?';
    check([...call, 'Proceed?', '❯ 1. Yes', '  2. No'], { question });
    check([...call, RULE, ' Proceed?', ' ❯ 1. Yes', '   2. No', '', ' Esc to cancel'], { question: joined });
  });

  it.each(['Do you want to proceed?', 'Proceed?', 'Are you sure?', 'Continue?', '要继续吗？', 'Fortfahren?'])(
    'is undecided if nothing on the screen names what is allowed: %s',
    (question) => {
      const menu = [` ${question}`, ' ❯ 1. Yes', '   2. No'];
      expect(readScreen([RULE, ...menu, '', ' Esc to cancel']).state).toBe('unknown');
      expect(readScreen(['❯ go on', ...menu]).state).toBe('unknown');
      expect(readScreen(['⏺ Bash(ls)', '  ⎿  a.ts', '', ...menu]).state).toBe('unknown');
      expect(readScreen(menu).state).toBe('unknown');
    },
  );
});

describe('a dialog of an agent without a profile', () => {
  it('can show an indented command', () =>
    check(['  $ npm install', '', 'Run this command?', '❯ 1. Yes', '  2. No'], {
      state: 'has_question',
      question: '  $ npm install\nRun this command?',
      options: ['Yes', 'No'],
    }));
});

describe('a question for permission in a reply', () => {
  it('is read with the text above it', () =>
    check(['⏺ I will delete the build folder.', '', '  Proceed? [y/n]', ...COMPOSER], {
      messageType: 'confirmation',
      message: 'I will delete the build folder.\nProceed?',
    }));

  it('is undecided without text above it', () =>
    check(['❯ clean up', '', '⏺ Proceed? [y/n]', ...COMPOSER], { state: 'unknown' }));
});

describe('the output of a tool', () => {
  it('is never a menu below a command', () => {
    const menu = ['Delete the build folder?', '❯ 1. Yes', '  2. No'];
    for (const command of ['❯ cat menu.txt', '$ cat menu.txt', '> cat menu.txt', 'dev@shop:~$ cat menu.txt']) {
      check([command, ...menu], { state: 'unknown' });
      check([command, ...menu, '', 'Esc to cancel'], { state: 'unknown' });
    }
  });

  const OUTPUT = ['Do you want to delete build?', '❯ 1. Yes', '  2. No', '', 'Esc to cancel · Enter to confirm'];
  const indented = (mark: string): string[] =>
    OUTPUT.map((line, at) => (at === 0 ? `  ${mark}` : ' '.repeat(2 + mark.length)) + line);

  it.each([
    ['⏺ Bash(cat menu.txt)', '⎿  '],
    ['• Ran cat menu.txt', '└ '],
  ])('is never a menu: %s', (call, mark) => {
    const screen = [call, ...indented(mark)];
    for (let end = 3; end <= screen.length; end += 1) expect(readScreen(screen.slice(0, end)).state).toBe('unknown');
    expect(readScreen(screen.slice(2)).state).toBe('unknown');
    expect(readScreen([...screen, '❯']).state).toBe('idle');
  });

  it('is never a menu in a box of OpenCode', () =>
    check(
      ['$ cat menu.txt', '', ...OUTPUT, 'enter submit  esc dismiss'].map((line) => `  ┃  ${line}`),
      { state: 'unknown' },
    ));

  it('ends at the dialog of the next call', () =>
    check(['⏺ Bash(cat menu.txt)', ...indented('⎿  '), '', ...MENU], {
      state: 'has_question',
      question: 'Bash command\n  rm -rf build\nDo you want to proceed?',
    }));
});

describe('a dialog that is too long for a card', () => {
  const dialog = (command: string): string[] => [
    '⏺ Bash(npm run build)',
    '─'.repeat(60),
    ' Bash command',
    '',
    ...(command.match(/.{1,50}/g) ?? []).map((line) => `   ${line}`),
    '',
    ' Do you want to proceed?',
    ' ❯ 1. Yes',
    '   2. No',
    '',
    ' Esc to cancel · Tab to amend',
  ];

  it.each([
    ['has answers if the card shows the whole command', 400, 2],
    ['has no answers if the card leaves out the end of the command', 480, 0],
  ])('%s', (_title, length, choices) => {
    const card = toRulesQuestion(readScreen(dialog('x'.repeat(length))));
    expect(card).toMatchObject({ isPartial: false, unanswerable: choices === 0 ? 'long' : null });
    expect(card?.text).toContain('Do you want to proceed?');
    expect(card?.choices).toHaveLength(choices);
    expect(card?.text.length).toBeLessThanOrEqual(500);
    expect(card?.text.includes('…')).toBe(choices === 0);
  });

  it('keeps the indentation of its command', () => {
    const command = ['   cat > x.py <<EOF', '   if a:', '       print(1)', '   EOF', '   Runs it'];
    const [, , ...end] = dialog('').slice(dialog('').indexOf(' Do you want to proceed?') - 2);
    const card = toRulesQuestion(readScreen([...dialog('').slice(0, -end.length), ...command, '', ...end]));
    expect(card?.text).toContain('\n  if a:\n      print(1)\n  EOF\n');
  });

  it.each([
    ['has answers if the card shows what the question is about', 5, 2],
    ['has no answers if the card leaves out a part of it', 12, 0],
  ])('%s', (_title, count, choices) => {
    const files = Array.from({ length: count }, (_, at) => `  It deletes src/components/navigation/part${at}.ts.`);
    const card = toRulesQuestion(
      readScreen(['⏺ This is the plan.', ...files, '  Proceed? [y/n]', '', RULE, '❯', RULE]),
    );
    expect(card?.text).toContain('Proceed?');
    expect(card?.choices).toHaveLength(choices);
  });
});

it.each([
  ['has answers if the card shows all of it', 5, 2],
  ['has no answers if the card leaves out a part of it', 12, 0],
])('a question above a list of options %s', (_title, count, choices) => {
  const files = Array.from({ length: count }, (_, at) => `  It deletes src/components/navigation/part${at}.ts.`);
  const card = toRulesQuestion(
    readScreen(['⏺ Hello.', '', ...files, '  Which one?', '  A) All', '  B) None', '', RULE, '❯', RULE]),
  );
  expect(card).toMatchObject({ unanswerable: choices === 0 ? 'long' : null });
  expect(card?.choices).toHaveLength(choices);
});

describe('a dialog that is not wholly on the screen', () => {
  /** The question is read, but nothing can be answered. */
  function checkPartial(lines: readonly string[]): void {
    const reading = readScreen(lines);
    expect(reading).toMatchObject({ state: 'has_question', isPartial: true });
    expect(reading.answers).toBeUndefined();
    expect(reading.menu).toBeUndefined();
  }

  const CLAUDE_MENU = [
    ' Do you want to proceed?',
    ' ❯ 1. Yes',
    '   2. No',
    ' ↑ 17 more lines',
    ' Esc to cancel · Tab to amend',
  ];
  const BROKEN_RULE = '╌'.repeat(80);

  it('has no answers if Claude Code shows only the end of a command', () => {
    const end = ['  │ echo 11', '  │ npm test', BROKEN_RULE, ' This command requires approval', ''];
    checkPartial([...end, ...CLAUDE_MENU]);
    checkPartial(['❯ run the tests', '', '⏺ Running it.', '', ...end, ...CLAUDE_MENU]);
    checkPartial([RULE, ...end, ...CLAUDE_MENU]);
    checkPartial(['⏺ Bash(mkdir a)', '', ...end, ...CLAUDE_MENU]);
  });

  it('has no answers if Claude Code shows only the end of a new file', () => {
    const menu = ['   2. No', ' ↑ 30 more lines', ' Esc to cancel · Tab to amend'];
    const lines = [' 27 export const a25 = 25;', ' 28 export const a26 = 26;', BROKEN_RULE];
    checkPartial([...lines, ' Do you want to create big.ts?', ' ❯ 1. Yes', ...menu]);
  });

  it('has no answers if nothing of the command is on the screen', () => checkPartial(CLAUDE_MENU));

  it.each([
    '… +20 lines',
    '  … +20 lines (ctrl+o to expand)',
    '... 20 more lines',
    ' │ … 3 more lines',
    '+ 2 lines (^t to expand)',
  ])('has no answers if it contains the line “%s”', (line) =>
    checkPartial([...MENU.slice(0, 3), line, ...MENU.slice(3)]),
  );

  it('has no answers if the shown call is cut', () =>
    checkPartial(['⏺ Bash(rm -rf build && rm -rf …)', '', RULE, ' Bash command', ...MENU.slice(3)]));

  const CODEX_MENU = ['', '› 1. Yes, proceed (y)', '  2. No, and tell Codex what to do differently (esc)', ''];
  const CODEX_HELP = '  Press enter to confirm or esc to cancel';

  it.each(['  [… 20 lines] ^a view all', '  … +20 lines', '    … +20 lines (ctrl + t to view all)'])(
    'has no answers if Codex shows “%s”',
    (line) => {
      const dialog = ['  Would you like to run the following command?', '', '  $ mkdir -p proof', line];
      checkPartial(['', ...dialog, ...CODEX_MENU, CODEX_HELP]);
      checkPartial(['• Running mkdir -p proof …', '', ...dialog, ...CODEX_MENU, CODEX_HELP]);
    },
  );

  it('has no answers if Codex shows fewer changed lines than it counts', () => {
    const edit = (counts: string): readonly string[] => [
      `• Added src/a.ts (${counts})`,
      '    1 +export const a = 1;',
      '    + Show details',
      '',
      '  Would you like to make the following edits?',
      ...CODEX_MENU,
      CODEX_HELP,
    ];
    checkPartial(edit('+30 -0'));
    expect(readScreen(edit('+1 -0')).answers).toHaveLength(2);
  });

  const opencode = (text: readonly string[], blank: number): readonly string[] =>
    [
      '',
      '△ Permission required',
      ...text,
      ...Array.from({ length: blank }, () => ''),
      ' Allow once   Allow always   Reject      ctrl+f fullscreen  ⇆ select  enter confirm',
      '',
    ].map((line) => `  ┃  ${line}`.trimEnd());

  it('has no answers if OpenCode may have cropped a diff or a command', () => {
    const diff = ['  → Edit src/a.ts', '', ...[1, 2, 3, 4, 5, 6].map((at) => `${at} + export const a${at} = 1;`)];
    const command = ['  # Shell command', '', '$ mkdir -p proof', ...[1, 2, 3, 4, 5, 6, 7].map((at) => `echo ${at}`)];
    checkPartial(opencode(diff, 2));
    checkPartial(opencode(command, 2));
    checkPartial(opencode(command, 2).map((line) => line.replace('Permission required', 'Always allow')));
    checkPartial(opencode(['echo 1', 'echo 2'], 2).slice(2));
    expect(readScreen(opencode(diff.slice(0, 6), 4))).toMatchObject({ menu: { kind: 'color' } });
    expect(readScreen(opencode(command.slice(0, 6), 2))).toMatchObject({ menu: { kind: 'color' } });
  });

  it('has no answers if a dialog of an unknown agent can begin above the lines that are read', () => {
    const above = Array.from({ length: 14 }, (_, at) => `echo ${at}`);
    checkPartial([...above, 'Do you want to run this?', '❯ 1. Yes', '  2. No']);
  });
});

import { expect, test } from 'vitest';
import { toolOutput, toResultView } from '../../../../src/extension/chat/conversation/toolResultView.ts';
import { failed, succeeded, type ToolKind, type ToolOutcome } from '../../../../src/extension/tools/tool.ts';
import { asUntrusted } from '../../../../src/extension/tools/untrusted.ts';
import type { NotRun } from '../../../../src/shared/toolBlock.ts';

function shown(outcome: ToolOutcome, notRun?: NotRun, kind: ToolKind = 'read'): string {
  const view = toResultView({ detail: '', outcome, notRun }, outcome.ok ? 'success' : 'error');
  return toolOutput(outcome, view, { kind, record: { rendering: 'text' } });
}

test.each<NotRun>(['denied', 'refused', 'cancelled'])(
  'a row hides the model’s text about a call that was %s',
  (why) => {
    expect(shown(failed('The user denied this call. Do not try it in another way.', 'denied'), why)).toBe('');
  },
);

test('a row shows the text for the user of a call that did not run', () => {
  expect(shown(failed('Read the file first.', 'not read yet', 'Nothing was written.'), 'refused')).toBe(
    'Nothing was written.',
  );
});

test('a row shows what a call that ran and failed reports', () => {
  expect(shown(failed('src/a.ts does not exist.', 'not found'))).toBe('src/a.ts does not exist.');
});

const QUOTING: readonly ToolKind[] = ['foreign', 'network', 'agent'];

test.each(QUOTING)('a row of the kind %s shows untrusted text without its marks, and the notes after it', (kind) => {
  const row = (outcome: ToolOutcome): string => shown(outcome, undefined, kind);
  expect(row(failed(asUntrusted('demo_fail failed.', 'The disk\nis full.'), 'failed'))).toBe('The disk\nis full.');
  expect(row(succeeded(`${asUntrusted('demo answered.', 'Hello')}\n[Cut off.]`, 'Hello'))).toBe('Hello\n[Cut off.]');
  const page = `a.example answered with status 404.\n${asUntrusted('https://a.example/ (text/plain).', 'No page')}`;
  expect(row(failed(page, 'status 404'))).toBe('No page');
});

test('a row of a tool that no longer exists shows only the text between the marks', () => {
  const outcome = succeeded(asUntrusted('demo answered.', 'Hello'), 'Hello');
  expect(toolOutput(outcome, {}, undefined)).toBe('Hello');
});

test.each<ToolKind>(['execute', 'read', 'edit', 'interactive', 'plan'])(
  'a row of the kind %s shows the whole text, because another program has written the marks',
  (kind) => {
    const text = asUntrusted('A head.', 'Text');
    expect(shown(succeeded(text, '4 lines'), undefined, kind)).toBe(text);
  },
);

test('a row shows a text whole if it does not have exactly the form of an untrusted text', () => {
  const row = (text: string): string => shown(succeeded(text, '1 line'), undefined, 'foreign');
  const marked = asUntrusted('A head.', 'Text');
  for (const text of [
    `One\nTwo\nThree\n${marked}`,
    `One\n${marked}`,
    marked.replace('</', '< /'),
    marked.replaceAll('untrusted-', 'untrusted-x'),
  ]) {
    expect(row(text)).toBe(text);
  }
});

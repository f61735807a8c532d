import { expect, test } from 'vitest';
import { toolOutput, toResultView } from '../../../../src/extension/chat/conversation/toolResultView.ts';
import { failed, succeeded, type ToolOutcome } from '../../../../src/extension/tools/tool.ts';
import { asUntrusted } from '../../../../src/extension/tools/untrusted.ts';
import type { NotRun } from '../../../../src/shared/toolBlock.ts';

function shown(outcome: ToolOutcome, notRun?: NotRun): string {
  const view = toResultView({ detail: '', outcome, notRun }, outcome.ok ? 'success' : 'error');
  return toolOutput(outcome, view, { rendering: 'text' });
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

test('a row shows only the text between the marks of an untrusted text, and the notes after it', () => {
  expect(shown(failed(asUntrusted('demo_fail failed.', 'The disk\nis full.'), 'failed'))).toBe('The disk\nis full.');
  expect(shown(succeeded(`${asUntrusted('demo answered.', 'Hello')}\n[Cut off.]`, 'Hello'))).toBe('Hello\n[Cut off.]');
  const page = `a.example answered with status 404.\n${asUntrusted('https://a.example/ (text/plain).', 'No page')}`;
  expect(shown(failed(page, 'status 404'))).toBe('No page');
});

test('a row shows an untrusted text whole if the marks are part of the text', () => {
  const quoted = `One\nTwo\nThree\n${asUntrusted('A head.', 'Text')}`;
  expect(shown(succeeded(quoted, '7 lines'))).toBe(quoted);
  const unclosed = asUntrusted('A head.', 'Text').replace('</', '< /');
  expect(shown(succeeded(unclosed, '1 line'))).toBe(unclosed);
});

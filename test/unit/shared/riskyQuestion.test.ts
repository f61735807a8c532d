import { expect, test } from 'vitest';
import { asksToPublishOrDestroy } from '../../../src/shared/riskyQuestion.ts';

test.each([
  'Shall I force-push to main and delete the production database?',
  'All tests pass.\n\nWant me to push this?',
  'Done. Would you like me to deploy it now? Let me know.',
  'Two branches are merged. Should I delete them?\n',
  'Soll ich die alten Dateien löschen?',
  '要不要现在部署到生产环境？',
  '本番にデプロイしますか？',
])('%s asks for it', (answer) => expect(asksToPublishOrDestroy(answer)).toBe(true));

test.each([
  '',
  'I have deleted the file.',
  'I have pushed it; does it look right?',
  'Shall I run the tests?',
  'Want me to add a test for this?',
  'Should I push it?\n\nOn second thought, the tests come first.',
  'The deploy script reads the tag. Does that answer your question?',
  '要运行测试吗？',
])('%s does not', (answer) => expect(asksToPublishOrDestroy(answer)).toBe(false));

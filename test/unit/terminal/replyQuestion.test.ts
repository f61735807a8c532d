import { describe, expect, it } from 'vitest';
import { readReplyQuestion } from '../../../src/extension/terminal/question/replyQuestion.ts';

/** The kind of a reply's end, and the number of its choices. */
function read(text: string): string {
  const found = readReplyQuestion({ lines: text.split('\n'), hasContext: false });
  return found.kind === 'choice' ? `choice of ${found.choices.length}` : found.kind;
}

describe('the end of a reply', () => {
  it.each([
    ["I can't find the config file. Where is it?", 'open'],
    ['The function returns `null` when the user is missing. Is that what you want?', 'open'],
    ['I have one question first: do you use yarn or npm?', 'open'],
    ['是否继续？', 'open'],
    ['Here is the plan:\n\n1. Add a table\n2. Fill it\n\nDoes that look right?', 'open'],
    ['Should it apply to shipping? I will wait for your answer.', 'open'],
    ['Here is the plan:\n\n1. Add a table\n2. Fill it\n\nShould I proceed? (y/n)', 'keys'],
    ['Here are the options:\n\nWhich should I take?\n\nA) Rewrite\nB) Patch', 'choice of 2'],
    ['Devo continuar? (s/n)', 'keys'],
    ['Continue? [y/N]', 'keys'],
    ['Done! Would you like to:\n\n1. Commit the changes\n2. Run the full suite\n3. Stop here', 'choice of 3'],
    ['Options:\n  A) Rewrite\n  B) Patch\n\nI recommend B. Which would you like?', 'choice of 2'],
    ['Options:\n\n- A) Rewrite\n- B) Patch\n\nWhich would you like?', 'choice of 2'],
    ['どうしますか？\n\n1. 続ける\n2. やめる', 'choice of 2'],
    ['Welche Variante soll ich nehmen?\n\n  1) die schnelle\n  2) die sichere', 'choice of 2'],
    ['¿Qué prefieres?\n\na) Rápido\nb) Seguro', 'choice of 2'],
    ['Quelle base utiliser ?\n\n1. PostgreSQL\n2. SQLite', 'choice of 2'],
    ['¿En qué idioma debo escribirlo?\n\n1. En inglés\n2. En español', 'choice of 2'],
    ['Le hook demande :\n\nAppliquer les changements ? (o/n)', 'keys'],
    ['Do you want the file to contain:\n\nA) One\nB) Two', 'choice of 2'],
    ['请确认以下内容：\n\n要删除旧文件吗？[Y/n]', 'keys'],
    ['The file contains:\n\n1. One\n2. Two\n\nShould I delete the file?', 'open'],
    ['I checked what the log says: nothing. Should I delete the log? [y/n]', 'keys'],
    ['What should I know first?\n\n1. Should prices include tax?\n2. Which currencies do you need?', 'open'],
    ['Какой вариант выбрать?\n\n1. Быстрый\n2. Надёжный', 'choice of 2'],
  ])('is a question: %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    [
      'Two questions:\n\n1. Should prices include tax?\n2. Which currencies do you need?',
      '1. Should prices include tax?\n2. Which currencies do you need?',
    ],
    ['- Which database? I would use SQLite.\n- Which port?', '- Which database? I would use SQLite.\n- Which port?'],
    ['Which database?\n\nShould I commit too?', 'Which database?\nShould I commit too?'],
    ['Why did it fail?\nThe cache was stale.\nShould I clear it?', 'Should I clear it?'],
  ])('shows all questions at the end: %j', (text, expected) => {
    const found = readReplyQuestion({ lines: text.split('\n'), hasContext: false });
    expect(found).toMatchObject({ kind: 'open', question: expected });
  });

  it.each([
    'How it works:\n\n1. The client asks "who are you?"\n2. The server answers.',
    'FAQ added. It now has an entry "How do I reset my password?"',
    'What I changed:\n1. a\n2. b',
    'Tests: 41 passed, 1 failed. The failing test is `asks "Continue?"`.',
    'Why? Because the cache was stale.',
    'Why did you see the old price? The cache kept it.',
    'Ich habe alles geprüft. Kann ich noch etwas für dich tun?',
    'All done. Let me know if you want changes.',
    'The script now prints:\n\nDelete everything? [y/N]',
    'Here is the file:\n\nDelete all files? [y/N]',
    'Content of notes.txt:\n\nShall I deploy to production now?\n\nA) Yes\nB) No',
    'The last line was: Overwrite the file? [Y/n]',
    '`git log` shows these commits:\n\n- 3f2a1c0 proceed? [y/n]\n- 1c2d3e4 should this be async?',
    'La FAQ contient maintenant :\n\nQuel port choisir ?\n1. 8080\n2. 3000',
    '文件里写着：\n\n选择哪个？\n\nA) 一\nB) 二',
    'Dort steht „Soll ich löschen? [j/n]“. Ich habe es entfernt.',
    '已完成，请检查。',
    'Ready when you are.',
    'Why did you see two requests?\n\n- The timer was not stopped.\n- The cache was empty.',
    'Anything else I can do for you?\n\n- Tests\n- Docs',
    'Why did it fail for you?\n\n1. The cache was stale.\n2. The port was taken.\n\nCause 2 is fixed.',
    'Which files did I change?\n\n1. a.ts\n2. b.ts\n\nBoth have tests.',
    `Which files did I change?\n\n- a.ts\n- b.ts\n\n${'The tests pass, and nothing else has changed. '.repeat(3)}`,
    '',
  ])('is not a question: %j', (text) => {
    expect(read(text)).toBe('none');
  });

  it.each([
    'Should I go ahead with this plan? [Y/n]',
    'Which of the following options do you want?',
    'What did I change?\n\n1. The total starts at 0.\n2. Prices are rounded.',
    'Please tell me which branch to use.',
    '1) Rewrite\n2) Patch\n\nPick one.',
    'よろしければ「はい」と答えてください。',
    'Is the API key in your environment? I could not find it.',
    'Should I fix them all, or only the first? The first is urgent.',
    'Overwrite config.json? (Y)es/(N)o/(A)ll',
    'Which database should I use?\n\n- Postgres\n- SQLite',
    'Which one do you prefer?\n\n(a) Postgres\n(b) SQLite',
    'Which approach do you prefer?\n\nOption A: rewrite\nOption B: patch',
    'Which approach do you prefer?\n\nA - rewrite\nB - patch',
    'Which database should I use?\n\n- Postgres\n- SQLite\n\nI recommend Postgres.',
    'Which storage should I use?\n\n1. Files\n2. SQLite\n3. Postgres\n\nMy recommendation is option 2.',
    'Which storage should I use?\n1. Files\n2. SQLite\n\nI recommend 2.',
    'Welchen Speicher soll ich nehmen?\n\n1. Dateien\n2. SQLite\n\nIch empfehle 2.',
    '用哪个存储？\n\n1. 文件\n2. SQLite\n\n我建议 2。',
    'Which port should the server use? 3000 is taken.',
    '用哪个数据库？两个都可以。',
  ])('is left to a model: %j', (text) => {
    expect(read(text)).toBe('unknown');
  });
});

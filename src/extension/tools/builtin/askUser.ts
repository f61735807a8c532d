import * as z from 'zod';
import { askUserTexts } from '../../base/texts/toolTexts.ts';
import { failed, succeeded, type Tool, type ToolOutcome, type UserAnswer } from '../tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import { oneLine } from '../../text/oneLine.ts';

const MAX_OPTIONS = 8;
/** Characters, like `MAX_QUESTION`. */
const MAX_OPTION = 200;
const MAX_QUESTION = 2000;

const schema = z.object({
  question: z.string().trim().min(1).max(MAX_QUESTION).describe('One question, in plain words.'),
  options: z
    .array(z.string().trim().min(1).max(MAX_OPTION))
    .max(MAX_OPTIONS)
    .optional()
    .describe('Answers to choose from, your recommendation first. The user can always answer in their own words.'),
});
type Input = z.infer<typeof schema>;

export const askUserTool: Tool<Input> = {
  name: 'ask_user',
  description:
    'Asks the user a question and waits for the answer. Use this tool only if you cannot continue without a decision ' +
    'that only the user can make. Do not ask what you can find out or reasonably decide yourself.',
  kind: 'interactive',
  record: { rendering: 'text', texts: askUserTexts, speculation: 'boundary', chatOnly: 'always' },
  schema,
  describe: ({ question }) => oneLine(question),
  paths: () => [],
  async execute({ question, options = [] }, { askUser }, signal) {
    if (!askUser)
      return failed(
        'The user cannot be asked here. Decide yourself, and say what you decided.',
        resultTexts.notAsked(),
      );
    return toOutcome(await askUser({ text: question, options: [...new Set(options)] }, signal));
  },
};

function toOutcome(answer: UserAnswer): ToolOutcome {
  if (answer.kind === 'answered') return succeeded(`The user answered: ${answer.text}`, answer.text);
  const text =
    'The user closed the question without answering it. Do not assume any of the options. Continue with work that does ' +
    'not depend on the answer, and say what remains open.';
  return succeeded(text, resultTexts.notAnswered());
}

import type { ToolBlock } from '../../../shared/chatState.ts';
import { toolPlace } from '../../../shared/toolPlace.ts';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { ToolFile } from '../tools/ToolRow.tsx';

/** What a card asks, the file that it is about as a link: "Edit src/a.ts?". */
export function CardQuestion({ tool, question }: { tool: ToolBlock; question: string }) {
  const name = fileIn(question, tool);
  const at = name === null ? -1 : question.lastIndexOf(name);
  if (name === null || at < 0) return <VisibleText text={question} kind="line" />;
  return (
    <>
      <VisibleText text={question.slice(0, at)} kind="line" />
      <ToolFile tool={tool} name={name} />
      <VisibleText text={question.slice(at + name.length)} kind="line" />
    </>
  );
}

/** The name as the question has it: the host shortens a path that the model has written out in full. */
function fileIn(question: string, tool: ToolBlock): string | null {
  const place = toolPlace(tool);
  if (!place) return null;
  return question.includes(place.name) ? place.name : (/^\S+ (.+)\?$/.exec(question)?.[1] ?? null);
}

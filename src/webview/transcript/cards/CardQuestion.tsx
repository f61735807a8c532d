import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { toolPlace } from '../../../shared/toolPlace.ts';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { ToolFile } from '../tools/ToolRow.tsx';

/** A card's question ("Edit src/a.ts?") with the file as a link. */
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

/**
 * Returns the file's name as the question spells it, because the host may have shortened an absolute path there. Null
 * if there is none.
 */
function fileIn(question: string, tool: ToolBlock): string | null {
  const place = toolPlace(tool);
  if (!place) return null;
  return question.includes(place.name) ? place.name : (/^\S+ (.+)\?$/.exec(question)?.[1] ?? null);
}

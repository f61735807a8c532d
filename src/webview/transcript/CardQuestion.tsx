import type { ToolBlock } from '../../shared/chatState.ts';
import { toolPlace } from '../../shared/toolPlace.ts';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { ToolFile } from './ToolRow.tsx';

/** What a card asks, the file that it is about as a link: "Edit src/a.ts?". */
export function CardQuestion({ tool, question }: { tool: ToolBlock; question: string }) {
  const name = toolPlace(tool)?.name ?? '';
  const at = name === '' ? -1 : question.lastIndexOf(name);
  if (at < 0) return <VisibleText text={question} kind="line" />;
  return (
    <>
      <VisibleText text={question.slice(0, at)} kind="line" />
      <ToolFile tool={tool} name={name} />
      <VisibleText text={question.slice(at + name.length)} kind="line" />
    </>
  );
}

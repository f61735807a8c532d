import type { Todo } from '../../../shared/toolBlock.ts';
import { Icon } from '../../controls/Icon.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';

const ICONS: Readonly<Record<Todo['status'], { readonly icon: string; readonly tone: string }>> = {
  completed: { icon: 'check', tone: 'success' },
  in_progress: { icon: 'arrow-right', tone: 'running' },
  pending: { icon: 'circle-outline', tone: 'muted' },
};

/** The model's steps as it wrote them, without links or buttons. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  return (
    <ul className="todos" aria-label={strings.todos.list} tabIndex={0}>
      {todos.map(({ content, status }, index) => (
        <li key={index} className={`todo ${status}`}>
          <Icon name={ICONS[status].icon} className={`tone-${ICONS[status].tone}`} />
          <span className="sr-only">{strings.todos.status[status]}: </span>
          <span className="todo-text">
            <VisibleText text={content} kind="line" />
          </span>
        </li>
      ))}
    </ul>
  );
}

import type { ApprovalSubject } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Button } from '../../controls/Button.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';
import { CommandText } from '../tools/CommandText.tsx';
import { DiffView } from '../tools/DiffView.tsx';

export type Edit = Extract<ApprovalSubject, { kind: 'edit' }>;

/** Shows exactly what the call will do. */
export function ApprovalSubjectView({
  subject,
  disabled,
  onOpenDiff,
  onShown,
}: {
  subject: ApprovalSubject;
  disabled: boolean;
  onOpenDiff: () => void;
  /** Reports whether the end of a command has been shown. */
  onShown: (isShown: boolean) => void;
}) {
  switch (subject.kind) {
    case 'edit':
      return (
        <>
          {subject.isUsersMemory && (
            <p className="approval-note">
              <VisibleText text={strings.approval.usersMemory(subject.file)} kind="line" />
            </p>
          )}
          <EditView edit={subject} label={strings.approval.diffOf(toDisplayText(subject.file))} />
          {subject.canOpen && (
            <p className="approval-note">
              <Button kind="link" disabled={disabled} onClick={onOpenDiff}>
                {strings.approval.openDiff}
              </Button>
              {subject.amended && <span>{strings.approval.amended}</span>}
            </p>
          )}
        </>
      );
    case 'command':
      return (
        <>
          <CommandText command={subject.command} onShown={onShown} />
          <p className="approval-note">
            <span>{strings.approval.effects[subject.effect]}</span>
            <span>
              <VisibleText text={strings.approval.directory(subject.directory)} kind="line" />
            </span>
          </p>
        </>
      );
    case 'url':
      return <WholeText text={subject.url} label={strings.approval.url} />;
    case 'arguments':
      return <WholeText text={subject.text} label={strings.approval.arguments} />;
    case 'plan':
      // `PlanCard` shows the plan.
      return null;
  }
}

/** The lines that an edit changes; for a moved file, its old and new name. */
export function EditView({ edit, label }: { edit: Edit; label: string }) {
  if (edit.movedFrom !== undefined) {
    return (
      <dl className="approval-move">
        <dt>{strings.approval.from}</dt>
        <dd>
          <VisibleText text={edit.movedFrom} kind="line" />
        </dd>
        <dt>{strings.approval.to}</dt>
        <dd>
          <VisibleText text={edit.file} kind="line" />
        </dd>
      </dl>
    );
  }
  if (edit.diff !== '') return <DiffView diff={edit.diff} label={label} path={edit.file} />;
  return <p className="approval-note">{edit.isDeletion ? strings.approval.noText : strings.approval.noLines}</p>;
}

/** Invisible characters are made visible. */
function WholeText({ text, label }: { text: string; label: string }) {
  return (
    <pre className="approval-whole" tabIndex={0} role="region" aria-label={label}>
      <code>
        <VisibleText text={text} kind="block" />
      </code>
    </pre>
  );
}

import { useRef } from 'react';
import { ActionMenu } from '../../controls/ActionMenu.tsx';
import { strings } from '../../strings/strings.ts';
import type { Attachable } from '../composerSession.ts';

const words = strings.attach;

export function AttachMenu({
  shell,
  onAttach,
  onFiles,
}: {
  /** The text is a shell command. */
  shell: boolean;
  onAttach: (what: Attachable) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const entry = (what: Attachable, icon: string) => ({ label: words[what], icon, onSelect: () => onAttach(what) });
  return (
    <>
      <ActionMenu
        label={words.label}
        title={shell ? strings.shell.leaveFirst : words.title}
        disabled={shell}
        icon="add"
        className="icon-button attach"
        actions={[
          entry('file', 'file'),
          entry('folder', 'folder'),
          entry('problems', 'warning'),
          entry('terminal', 'terminal'),
          { label: words.images, icon: 'file-media', onSelect: () => input.current?.click() },
        ]}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={words.images}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the user choose the same file again.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

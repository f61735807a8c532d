import { useRef } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { strings } from '../strings/strings.ts';

export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        kind="icon"
        className="attach"
        label={strings.images.attach}
        title={strings.images.attachTitle}
        onClick={() => input.current?.click()}
      >
        <Icon name="add" />
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows the same file to be chosen again.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

import type { ReactNode } from 'react';

/** A path in one line. A long path is cut off at the front, because the file name matters most. */
export function FilePath({ children }: { children: ReactNode }) {
  return (
    <span className="file-path">
      <bdi dir="ltr">{children}</bdi>
    </span>
  );
}

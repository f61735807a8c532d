/** Characters at the end that stay visible. */
const END = 12;

/** A command, path or address in one line. A long text is cut in its middle, because both ends matter. */
export function MiddleCut({ children: text }: { children: string }) {
  const characters = [...text];
  return (
    <code className="middle-cut" dir="ltr" title={text}>
      <span className="middle-cut-start">{characters.slice(0, -END).join('')}</span>
      <span className="middle-cut-end">{characters.slice(-END).join('')}</span>
    </code>
  );
}

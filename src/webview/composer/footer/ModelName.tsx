/** A narrow panel shows only the short name. */
export function ModelName({ label }: { label: string }) {
  return (
    <span className="picker-text">
      <span className="model-name">{label}</span>
      <span className="model-short-name" aria-hidden="true">
        {toShortName(label)}
      </span>
    </span>
  );
}

/** Removes a path, a leading `claude-`, and a trailing release date or `latest`. */
export function toShortName(label: string): string {
  const name = label.slice(label.lastIndexOf('/') + 1);
  const short = name.replace(/^claude-(?=.)/, '').replace(/-(latest|\d{8}|\d{4}-\d\d-\d\d)$/, '');
  return short === '' ? label : short;
}

/** C0 and C1 controls but tab and line feed: they can hide text from whoever reads it. */
// eslint-disable-next-line no-control-regex -- removing them is the point
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What a user typed, as it is sent: without control characters and outer white space; empty for nothing to send. */
export function toPromptText(raw: string): string {
  return raw.replaceAll('\r\n', '\n').replaceAll(controls, '').trim();
}

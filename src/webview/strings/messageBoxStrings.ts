/** Texts of the message box. A file of its own, because the page contains these texts before the panel is loaded. */
export const messageBoxStrings = {
  label: 'Message Premove',
  placeholder: 'Ask for a change, @ to add context',
};

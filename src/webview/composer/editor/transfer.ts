/** The files of a paste; none where there is text too, as cells of a spreadsheet come with a picture of themselves. */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'> | null): File[] {
  if (!data || data.getData('text/plain') !== '') return [];
  return [...data.files];
}

/** Whether what is dragged over the panel is files; what they are is only told when they are dropped. */
export function dragsFiles(data: Pick<DataTransfer, 'types'> | null): boolean {
  return data?.types.includes('Files') ?? false;
}

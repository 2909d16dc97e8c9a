import { wrapText } from '@drawbridge/room/text'

/**
 * Wraps a text at `columns` cells and indents continuation lines by `indent` blanks. `lead` is put in front and takes
 * `leadWidth` cells.
 */
export function wrapHanging(
  text: string,
  { columns, indent, lead = '', leadWidth = lead.length }: HangingOptions,
): string {
  const margin = ' '.repeat(indent)
  const room = columns - Math.max(indent, leadWidth)
  return lead + wrapText(text, room).join(`\n${margin}`)
}

export interface HangingOptions {
  readonly columns: number
  readonly indent: number
  readonly lead?: string
  /** Default: the length of `lead`, which is wrong if that contains colours. */
  readonly leadWidth?: number
}

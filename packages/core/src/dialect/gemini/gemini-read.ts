import { defined } from '../../base/defined.ts'
import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'

const usualLines = 200

/** `fs.read_file` with the last line in place of the number of lines. */
export const geminiRead: OwnShape = {
  schema: field.object({
    file_path: field.string().min(1).describe('File to read; absolute, or relative to the working folder.'),
    start_line: field.int().min(1).default(1).describe('First line to return; the first line of a file is 1.'),
    end_line: field
      .int()
      .min(1)
      .optional()
      .describe('Last line to return, at most 999 after the first. Default: 199 after it.'),
  }),
  accepted: { absolute_path: 'file_path', path: 'file_path' },
  toCanonical: ({ file_path: path, start_line: start, end_line: end }) => {
    const count = end === undefined ? usualLines : Number(end) - Number(start) + 1
    if (count < 1) {
      const message = `end_line ${end} is before start_line ${start}. Give a line after it, or leave end_line out.`
      return { refused: { code: 'validation_error', message } }
    }
    return { path, start_line: start, max_lines: count, cells: true, line_numbers: false }
  },
  fromCanonical: ({ path, start_line: start, max_lines: count, cells, line_numbers: numbered, ...rest }) => {
    const end = Number(start) + Number(count) - 1
    const isSayable = cells === true && numbered === false && Object.keys(rest).length === 0
    return isSayable && Number.isSafeInteger(end)
      ? defined({ file_path: path, start_line: start, end_line: end })
      : undefined
  },
  places: { path: 'file_path', max_lines: 'end_line' },
}

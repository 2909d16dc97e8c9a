import { fail } from '@drawbridge/core'
import type { FileAccess, OpenFile } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { isShownMedia, mediaTypeOf } from './read/media-type.ts'
import { textResult } from './read/read-text.ts'
import { readHead, readWindow } from './read/read-window.ts'
import { failMissing, readGuardKey } from './read-guard.ts'
import { detectFormat, formatProbeBytes } from './text/text-format.ts'

const maxLineBytes = 4096
/** Below the result limit of 50,000 bytes, so that a result is continued by line and never cut in the middle. */
const maxTextBytes = 48_000
const numberedTextBytes = 40_000

/**
 * Reads lines of a text file, shows an image, or reads the cells of a notebook and the text of a PDF page by page. Streams: the cost grows with the lines up to the last requested
 * one, in constant memory. Lines over 4,096 bytes are cut; a result always stays below 50,000 bytes and is never an
 * artifact. `data`: `{path, kind: 'text', size, encoding, bom, start_line, end_line, total_lines | null, truncated,
 * next_start_line | null, truncated_lines: number[]}`, or `{path, kind: 'media' | 'binary', size, media_type | null,
 * shown, width?, height?}`,
 * or for text taken from a document `{path, kind: 'notebook' | 'pdf', size, start_line, end_line, total_lines, truncated, next_start_line | null}`. Sizes in bytes. Codes: `file_not_found` (with similar names), `is_a_directory`, `not_a_file`.
 */
export const readFile = defineToolBody({
  input: field.object({
    path: field.string().min(1).describe('File to read; absolute, or relative to the working folder.'),
    start_line: field.int().min(1).default(1).describe('First line to return; the first line of a file is 1.'),
    max_lines: field.int().min(1).max(1000).default(200).describe('Maximum number of lines to return.'),
    cells: field
      .boolean()
      .default(true)
      .describe('Show a notebook (.ipynb) as its cells; false shows its JSON, to edit it.'),
    line_numbers: field.boolean().default(false).describe('Put the number and a tab before each line.'),
  }),
  targets: ({ path }) => [{ kind: 'path', path, access: 'read' }],
  execute: async (input, context) => {
    await using file = await openExisting(context.files, input.path)
    const head = await readHead(file, Math.min(formatProbeBytes, file.stat.size || formatProbeBytes))
    const mediaType = mediaTypeOf(head)
    const format = await detectFormat(head, file.stat.size)
    if (mediaType !== undefined && isShownMedia(mediaType))
      return await (await otherThanText()).readMedia(file, input, mediaType, context)
    if (format.kind === 'binary') return (await otherThanText()).binaryResult(input.path, file.stat.size, mediaType)
    const notebook = isNotebook(input) ? await (await otherThanText()).readNotebook(file, input, context) : undefined
    if (notebook !== undefined) return notebook
    const read = await readWindow(file, {
      head,
      format,
      window: {
        startLine: input.start_line,
        maxLines: input.max_lines,
        maxLineBytes,
        maxBytes: input.line_numbers ? numberedTextBytes : maxTextBytes,
      },
      signal: context.signal,
    })
    context.session.use(readGuardKey).remember(context.files.realPath(input.path), read.seen)
    const { path, start_line: startLine, line_numbers: lineNumbers } = input
    return textResult({ path, size: file.stat.size, format, startLine, lineNumbers, read })
  },
})

/** Most files are text, and need none of it. */
const otherThanText = () => import('./read/read-document.ts')

async function openExisting(files: FileAccess, path: string): Promise<OpenFile> {
  const stat = (await files.stat(path)) ?? (await failMissing(files, path))
  if (stat.kind === 'directory') fail('is_a_directory', `"${path}" is a folder. List it with fs.list_files.`)
  if (stat.kind === 'other')
    fail('not_a_file', `"${path}" is a device, pipe or socket, which cannot be read as a file.`)
  return files.open(path)
}

function isNotebook({ path, cells }: { readonly path: string; readonly cells: boolean }): boolean {
  return cells && path.toLowerCase().endsWith('.ipynb')
}

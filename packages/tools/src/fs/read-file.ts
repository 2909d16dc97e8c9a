import { fail, type ToolContext } from '@drawbridge/core'
import type { FileAccess, OpenFile } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { mediaTypeOf } from './read/media-type.ts'
import { binaryResult, isShownMedia, maxMediaBytes, mediaResult } from './read/read-media.ts'
import { textResult } from './read/read-text.ts'
import { readHead, readWindow } from './read/read-window.ts'
import { failMissing, hashOf, readGuardKey, seenWhole } from './read-guard.ts'
import { detectFormat, formatProbeBytes } from './text/text-format.ts'

const maxLineBytes = 4096
/** Below the result limit of 50,000 bytes, so that a result is continued by line and never cut in the middle. */
const maxTextBytes = 48_000
const numberedTextBytes = 40_000

/**
 * Reads lines of a text file, or shows an image or PDF. Streams: the cost grows with the lines up to the last requested
 * one, in constant memory. Lines over 4,096 bytes are cut; a result always stays below 50,000 bytes and is never an
 * artifact. `data`: `{path, kind: 'text', size, encoding, bom, start_line, end_line, total_lines | null, truncated,
 * next_start_line | null, truncated_lines: number[]}`, or `{path, kind: 'media' | 'binary', size, media_type | null,
 * shown}`. Sizes in bytes. Codes: `file_not_found` (with similar names), `is_a_directory`, `not_a_file`.
 */
export const readFile = defineToolBody({
  input: field.object({
    path: field.string().min(1).describe('File to read; absolute, or relative to the working folder.'),
    start_line: field.int().min(1).default(1).describe('First line to return; the first line of a file is 1.'),
    max_lines: field.int().min(1).max(1000).default(200).describe('Maximum number of lines to return.'),
    line_numbers: field.boolean().default(false).describe('Put the number and a tab before each line.'),
  }),
  targets: ({ path }) => [{ kind: 'path', path, access: 'read' }],
  execute: async (input, context) => {
    await using file = await openExisting(context.files, input.path)
    const head = await readHead(file, Math.min(formatProbeBytes, file.stat.size || formatProbeBytes))
    const mediaType = mediaTypeOf(head)
    const format = await detectFormat(head, file.stat.size)
    if (mediaType !== undefined && isShownMedia(mediaType)) return await readMedia(file, input.path, mediaType, context)
    if (format.kind === 'binary') return binaryResult(input.path, file.stat.size, mediaType)
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

async function openExisting(files: FileAccess, path: string): Promise<OpenFile> {
  const stat = (await files.stat(path)) ?? (await failMissing(files, path))
  if (stat.kind === 'directory') fail('is_a_directory', `"${path}" is a folder. List it with fs.list_files.`)
  if (stat.kind === 'other')
    fail('not_a_file', `"${path}" is a device, pipe or socket, which cannot be read as a file.`)
  return files.open(path)
}

async function readMedia(file: OpenFile, path: string, mediaType: string, { files, session }: ToolContext) {
  const { size } = file.stat
  if (size > maxMediaBytes) return binaryResult(path, size, mediaType)
  const bytes = await readHead(file, size)
  const real = files.realPath(path)
  session.use(readGuardKey).remember(real, seenWhole(bytes.length, hashOf(bytes)))
  return mediaResult({ path, real, size, mediaType, bytes })
}

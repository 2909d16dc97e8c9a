import type { ToolContext } from '@drawbridge/core'
import { readHead } from '../read/read-window.ts'
import { foundPath, type SearchStart, startRipgrep } from '../ripgrep/index.ts'
import { detectFormat, formatProbeBytes } from '../text/text-format.ts'

/** Files in encodings that the search program does not recognise, by encoding. */
export interface ForeignFiles {
  /** Printed paths, as the program is given them. */
  readonly byEncoding: ReadonlyMap<string, readonly string[]>
  readonly all: ReadonlySet<string>
  /** True if there are more files that may be in another encoding than were looked at. */
  readonly incomplete: boolean
}

/** Files whose encoding is looked at. */
const mostFiles = 2_000

/** Bytes that no UTF-8 has, or the escape sequences of `iso-2022-jp`. */
const foreignBytes = [
  '[\\xC0\\xC1\\xF5-\\xFF]',
  '[\\xC2-\\xDF](?:[^\\x80-\\xBF]|$)',
  '[\\xE0-\\xEF](?:[^\\x80-\\xBF]|$|[\\x80-\\xBF](?:[^\\x80-\\xBF]|$))',
  '[\\xF0-\\xF4](?:[^\\x80-\\xBF]|$|[\\x80-\\xBF](?:[^\\x80-\\xBF]|$|[\\x80-\\xBF](?:[^\\x80-\\xBF]|$)))',
  '(?:^|[\\x00-\\x7F])[\\x80-\\xBF]',
  '[\\xC2-\\xDF][\\x80-\\xBF]{2}',
  '[\\xE0-\\xEF][\\x80-\\xBF]{3}',
  '[\\xF0-\\xF4][\\x80-\\xBF]{4}',
  '\\xE0[\\x80-\\x9F]|\\xED[\\xA0-\\xBF]|\\xF0[\\x80-\\x8F]|\\xF4[\\x90-\\xBF]',
  '\\x1B\\$[@B]',
].join('|')

export interface ForeignSearch {
  readonly start: SearchStart
  readonly ignore: boolean
  /** Options that keep the program to the files that the call is about. */
  readonly filters: readonly string[]
  /** Returns true if a path below the start is included and may be shown. */
  readonly includes: (path: string) => boolean
}

/** Looks for files that are text, but neither UTF-8 nor marked UTF-16, as reading and editing judge them. */
export async function findForeignFiles(
  { start, ignore, filters, includes }: ForeignSearch,
  context: ToolContext,
): Promise<ForeignFiles> {
  const byEncoding = new Map<string, string[]>()
  const all = new Set<string>()
  const options = ['--files-with-matches', '--null', ...filters, `--regexp=(?-u:${foreignBytes})`]
  const request = { options, folder: start.folder, start: start.start, ignore, lineEnd: '\0' } as const
  let looked = 0
  for await (const printed of await startRipgrep(request, context)) {
    const path = foundPath(printed)
    if (path === undefined || !includes(path)) continue
    if (looked === mostFiles) return { byEncoding, all, incomplete: true }
    looked += 1
    const encoding = await encodingOf(`${start.folder === '/' ? '' : start.folder}/${path}`, context)
    if (encoding === undefined) continue
    byEncoding.set(encoding, [...(byEncoding.get(encoding) ?? []), printed])
    all.add(path)
  }
  return { byEncoding, all, incomplete: false }
}

/** Undefined for what the search program reads as it is. */
async function encodingOf(real: string, { files }: ToolContext): Promise<string | undefined> {
  try {
    await using file = await files.open(real)
    const format = await detectFormat(await readHead(file, Math.min(formatProbeBytes, file.stat.size)), file.stat.size)
    if (format.kind === 'binary') return undefined
    const { encoding } = format.codec
    return encoding.startsWith('utf-') ? undefined : encoding
  } catch {
    return undefined
  }
}

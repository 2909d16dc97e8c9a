import { createSource, type SourceText } from '../fs/edit/source-text.ts'
import { legacyCodec } from '../fs/text/legacy-codec.ts'
import { formatAtOnce } from '../fs/text/text-format.ts'

/** Opens a file's bytes without waiting; what is not Unicode counts as windows-1252. */
export function sourceAtOnce(bytes: Uint8Array): SourceText {
  const western = { kind: 'text', codec: legacyCodec('windows-1252'), bomBytes: 0 } as const
  const format = formatAtOnce(bytes, bytes.length) ?? western
  if (format.kind === 'binary') throw new Error('the test file is binary')
  return createSource(bytes, format)
}

import { fail, toolOutput } from '@drawbridge/core'
import type { FileAccess, FileStat } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { maxEditBytes } from './edit/match-edit.ts'
import { formatBytes } from './format-bytes.ts'
import { readHead } from './read/read-window.ts'
import { checkUnchanged, isWhole, readGuardKey, seenWhole } from './read-guard.ts'
import { type ContentFormat, detectFormat, encodeContent, formatProbeBytes } from './text/text-format.ts'

/** The validated input of `fs.write_file`. */
export type WriteFileInput = InferOutput<typeof input>

const input = field.object({
  path: field.string().min(1).describe('File to write; absolute, or relative to the working folder.'),
  content: field.string().describe('The complete new content, or with append the text to add at the end.'),
  create_dirs: field.boolean().default(true).describe('Create missing folders on the way.'),
  overwrite: field.boolean().default(false).describe('Replace the file if it exists.'),
  append: field.boolean().default(false).describe('Add to the end of the file, which is created if missing.'),
})

/**
 * Writes a whole file atomically, or appends to one. An existing file is only replaced with `overwrite`, and only if it has not
 * changed since this session read it. Content is stored as UTF-8; in an existing file, in its encoding
 * and with its byte order mark.
 *
 * `data`: `{path, bytes, hash, created, overwritten, appended, backed_up}`: size and SHA-256 (hex) of the file afterwards.
 *
 * Codes: `path_conflict`, `stale_file`, `validation_error` (a character that the file's encoding cannot represent, or half of one),
 * `redacted_content` (a marker in the content, and secrets in the file), `is_a_directory`,
 * `file_not_found` (a missing folder without `create_dirs`).
 */
export const writeFile = defineToolBody({
  input,
  check: ({ overwrite, append }) =>
    overwrite && append ? 'overwrite and append exclude each other; set only one of them.' : undefined,
  targets: ({ path }) => [{ kind: 'path', path, access: 'write' }],
  sinks: [{ pointer: '/content', kind: 'content' }],
  replacesContent: ({ append }) => !append,
  execute: async (
    { path, content, create_dirs: createDirectories, overwrite, append },
    { files, session, scrubber },
  ) => {
    const existing = await files.stat(path)
    if (existing !== undefined) checkMayReplace(path, existing, overwrite || append)
    const guard = session.use(readGuardKey)
    const real = files.realPath(path)
    const seen = guard.seen(real)
    if (existing !== undefined && seen !== undefined) await checkUnchanged(files, path, seen)
    if (existing !== undefined && content.includes(redactionMarker))
      await checkMarkers(files, { path, content }, scrubber)

    const format = existing === undefined ? undefined : await formatOf(files, path)
    const encoded = encodeContent({ path, content, format, append })
    if (encoded.status === 'refused') fail('validation_error', encoded.message)
    const mode = existing === undefined ? 'create' : append ? 'append' : 'replace'
    const receipt = await files.write(path, encoded.bytes, {
      mode,
      createDirectories,
      ...(mode === 'replace' && seen !== undefined && isWhole(seen) && { expectedHash: seen.prefixHash }),
    })
    guard.remember(real, seenWhole(receipt.bytes, receipt.hash))
    const did = { create: 'Created', append: 'Appended to', replace: 'Replaced' }[mode]
    return toolOutput({
      content:
        receipt.gone === true
          ? `"${path}" is deleted, because an empty text was written to it.`
          : `${did} "${path}": ${formatBytes(receipt.bytes)}.`,
      data: {
        path,
        bytes: receipt.bytes,
        hash: receipt.hash,
        created: receipt.created,
        overwritten: mode === 'replace',
        appended: mode === 'append',
        backed_up: receipt.backedUp,
      },
    })
  },
})

function checkMayReplace(path: string, { kind }: FileStat, permitted: boolean): void {
  if (kind === 'directory') fail('is_a_directory', `"${path}" is a folder. Name a file in it.`)
  if (kind === 'other') fail('not_a_file', `"${path}" is a device, pipe or socket, not a file.`)
  if (permitted) return
  fail(
    'path_conflict',
    `"${path}" already exists. Change it with fs.edit, set overwrite=true to replace it, or append=true to add to it.`,
  )
}

/** The content may come from an earlier read of the file, in which a marker stood for a secret. */
async function checkMarkers(
  files: FileAccess,
  input: Pick<WriteFileInput, 'path' | 'content'>,
  scrubber: Scrubber,
): Promise<void> {
  const current = await files.readBytes(input.path, { maxBytes: maxEditBytes })
  const { refuseMarkers } = await import('./edit/plan-edit.ts')
  const refusal = await refuseMarkers(input, current, scrubber)
  if (refusal !== undefined) fail(refusal.code, refusal.message)
}

async function formatOf(files: FileAccess, path: string): Promise<ContentFormat> {
  await using file = await files.open(path)
  return detectFormat(await readHead(file, Math.min(formatProbeBytes, file.stat.size)), file.stat.size)
}

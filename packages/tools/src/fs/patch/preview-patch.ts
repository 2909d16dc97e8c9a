import { ToolFault } from '@drawbridge/core'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { EditInput } from '../edit/match-edit.ts'
import { type ChangePreview, previewBeside } from '../preview-change.ts'
import type { PatchChange, PatchInput } from './patch-input.ts'
import { wishFor } from './plan-patch.ts'

/** The parts that a preview of a patch needs. */
export interface PatchPreviewSources {
  /** Returns the current content of a file; undefined if it does not exist. */
  currentOf(path: string): Promise<Uint8Array | undefined>
  readonly scrubber: Scrubber
  readonly signal: AbortSignal
}

/** Shows the changes of a patch one after another, each under its path. The first that would fail is shown alone. */
export async function previewPatch({ changes }: PatchInput, sources: PatchPreviewSources): Promise<ChangePreview> {
  const texts: string[] = []
  let addedLines = 0
  let removedLines = 0
  let truncated = false
  for (const change of changes) {
    const preview = await previewOne(change, sources)
    if (preview?.status === 'failed') return { ...preview, message: `"${change.path}": ${preview.message}` }
    texts.push(`@@ ${titleOf(change)} @@`)
    if (preview === undefined) continue
    if (preview.status === 'summary') texts.push(preview.text)
    else {
      texts.push(preview.text.trimEnd())
      addedLines += preview.addedLines
      removedLines += preview.removedLines
      truncated ||= preview.truncated
    }
  }
  return { status: 'diff', text: `${texts.join('\n')}\n`, addedLines, removedLines, truncated }
}

function titleOf({ action, path, to }: PatchChange): string {
  switch (action) {
    case 'create':
      return `creates ${path}`
    case 'delete':
      return `deletes ${path}`
    case 'edit':
      return to === undefined ? path : `${path}, moved to ${to}`
    default:
      return action satisfies never
  }
}

async function previewOne(
  { action, path, content = '', hunks }: PatchChange,
  { currentOf, ...shown }: PatchPreviewSources,
): Promise<ChangePreview | undefined> {
  const current = await currentOf(path)
  if (action === 'create') {
    const input = { path, content, create_dirs: true, overwrite: false, append: false }
    return previewBeside({ tool: 'fs.write_file', input }, current, shown)
  }
  if (current === undefined) return { status: 'failed', code: 'file_not_found', message: 'it does not exist.' }
  if (hunks === undefined) return undefined
  try {
    const input = { path, create_if_missing: false, ...(await wishFor(path, hunks, current)) } as EditInput
    return await previewBeside({ tool: 'fs.edit', input }, current, shown)
  } catch (error) {
    if (!ToolFault.isInstance(error)) throw error
    const { code, message } = error.failure
    return { status: 'failed', code, message }
  }
}

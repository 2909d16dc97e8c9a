import { open } from 'node:fs/promises'
import type { ApprovalPreview, PreviewCall } from '@drawbridge/core/approval'
import type { PathTarget } from '@drawbridge/core/target'
import { type ChangeCall, type ChangePreview, previewBeside } from '@drawbridge/tools/change'
import type { PatchInput } from '@drawbridge/tools/patch'
import type { ApproverTools } from '../drawbridge-options.ts'

/** Bigger files are not read for a preview. */
const maxBytes = 32 * 1024 * 1024
/** A person waits for it. */
const longestMs = 30_000

/**
 * Returns the change that the call would make to the current file; undefined for calls that change no text. Never
 * rejects.
 */
export async function previewOfRequest(
  { tool, input, targets, principal }: Parameters<PreviewCall>[0],
  { scrubber, readVirtual }: ApproverTools,
): Promise<ChangePreview | undefined> {
  const paths = targets.filter((each): each is PathTarget => each.kind === 'path')
  const [target] = paths
  if (target === undefined || (tool !== 'fs.edit' && tool !== 'fs.write_file' && tool !== 'fs.apply_patch'))
    return undefined
  const currentOf = (path: PathTarget) =>
    path.virtual === true ? readVirtual(path, principal) : readCurrent(path.real)
  try {
    // The pipeline has held the input against the tool's schema before anybody is asked.
    const signal = AbortSignal.timeout(longestMs)
    if (tool === 'fs.apply_patch') {
      const { previewPatch } = await import('@drawbridge/tools/patch')
      const contentOf = async (declared: string) => {
        const path = paths.find((each) => each.declared === declared)
        return path === undefined ? undefined : currentOf(path)
      }
      return await previewPatch(input as PatchInput, { currentOf: contentOf, scrubber, signal })
    }
    const current = await currentOf(target)
    return await previewBeside({ tool, input } as ChangeCall, current, { scrubber, signal })
  } catch (error) {
    return { status: 'summary', text: `The change cannot be shown: ${error instanceof Error ? error.message : error}` }
  }
}

/** The same as plain JSON, for the request itself. */
export function createPreviewCall(tools: ApproverTools): PreviewCall {
  return async (call) => {
    const preview = await previewOfRequest(call, tools)
    const paths = new Set(call.targets.flatMap((each) => (each.kind === 'path' ? [each.declared] : [])))
    const path = call.tool === 'fs.apply_patch' && paths.size > 1 ? `${paths.size} paths` : ([...paths][0] ?? '')
    return preview === undefined ? undefined : plainPreview(path, preview)
  }
}

function plainPreview(path: string, preview: ChangePreview): ApprovalPreview {
  switch (preview.status) {
    case 'diff': {
      const { text, addedLines: added, removedLines: removed, truncated: cut } = preview
      return { kind: 'diff', path, text, added, removed, cut }
    }
    case 'summary':
      return { kind: 'summary', text: preview.text }
    case 'failed':
      return { kind: 'summary', text: `It will fail, ${preview.code}: ${preview.message}` }
    default:
      return preview satisfies never
  }
}

async function readCurrent(path: string): Promise<Uint8Array | undefined> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    if (size > maxBytes) throw new Error(`the file has ${size} bytes, and the limit for a preview is ${maxBytes}`)
    return await file.readFile()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

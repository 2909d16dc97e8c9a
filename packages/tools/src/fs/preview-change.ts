import type { OutcomeCode } from '@drawbridge/core'
import type { Scrubber, ScrubberParts } from '@drawbridge/core/scrub'
import { createThreadPool } from '@drawbridge/sandbox/thread'
import { changeWindows, concealLines, type DisplayDiff, formatDiff } from './edit/format-diff.ts'
import type { EditInput } from './edit/match-edit.ts'
import { isLargeChange, lengthOfEdit, planEdit, refuseMarkers } from './edit/plan-edit.ts'
import { openSource } from './edit/source-text.ts'
import { formatBytes } from './format-bytes.ts'
import { encodeContent } from './text/text-format.ts'
import type { WriteFileInput } from './write-file.ts'

/** A call that changes the content of a file, with its validated input. */
export type ChangeCall =
  | { readonly tool: 'fs.edit'; readonly input: EditInput }
  | { readonly tool: 'fs.write_file'; readonly input: WriteFileInput }

/** The preview of a change that a person sees before they allow it. */
export type ChangePreview =
  | ({ readonly status: 'diff' } & DisplayDiff)
  /** There is nothing to compare line by line, e.g. a binary or very big file. */
  | { readonly status: 'summary'; readonly text: string }
  /** The call will fail in this way if the file stays as it is. */
  | { readonly status: 'failed'; readonly code: OutcomeCode; readonly message: string }

/** A change to show in a thread, by the bytes of the file; undefined for a file that does not exist. */
export interface PreviewJob {
  readonly call: ChangeCall
  readonly current: Uint8Array | undefined
  readonly scrubber: ScrubberParts
}

const threads = createThreadPool<PreviewJob, ChangePreview>({
  module: import.meta.resolve('@drawbridge/tools/preview-thread'),
  memoryMb: 4_096,
})

const maxDiffLines = 400

const maxWholeBytes = 2 * 1024 * 1024

/**
 * Returns the effect of a call on the file's current bytes (undefined: the file does not exist), as a unified diff
 * without headers. Pure; for display only: the tool computes the change again from the file at that time. Secrets of
 * file and model are shown as markers. The diff quotes both, so a terminal has to escape control characters.
 */
export async function previewChange(
  call: ChangeCall,
  current: Uint8Array | undefined,
  scrubber: Scrubber,
): Promise<ChangePreview> {
  switch (call.tool) {
    case 'fs.edit': {
      const plan = await planEdit(call.input, current, scrubber)
      const isLookedFor = plan.status === 'failed' && ['text_not_found', 'ambiguous_edit'].includes(plan.code)
      if (isLookedFor && call.input.instruction !== undefined)
        return {
          status: 'summary',
          text: `${plan.message} A small model, if there is one, looks for the place by the instruction: ${call.input.instruction}`,
        }
      if (plan.status === 'failed') return { status: 'failed', code: plan.code, message: plan.message }
      return {
        status: 'diff',
        ...formatDiff(changeWindows(plan.source, plan.change, { scrubber, maxLines: maxDiffLines }), maxDiffLines),
      }
    }
    case 'fs.write_file':
      return previewWrite(call.input, current, scrubber)
    default:
      return call satisfies never
  }
}

/** Shows a change like `previewChange`, a large one in a thread. Rejects with the reason of the signal, and if the thread dies. */
export async function previewBeside(
  call: ChangeCall,
  current: Uint8Array | undefined,
  { scrubber, signal }: { readonly scrubber: Scrubber; readonly signal: AbortSignal },
): Promise<ChangePreview> {
  const length = call.tool === 'fs.edit' ? lengthOfEdit(call.input) : call.input.content.length
  const parts = isLargeChange(length, current) ? scrubber.parts() : undefined
  return parts === undefined
    ? previewChange(call, current, scrubber)
    : threads.run({ call, current, scrubber: parts }, signal)
}

async function previewWrite(
  { path, content, overwrite, append }: WriteFileInput,
  current: Uint8Array | undefined,
  scrubber: Scrubber,
): Promise<ChangePreview> {
  if (current !== undefined && !overwrite && !append) {
    return { status: 'failed', code: 'path_conflict', message: `"${path}" already exists.` }
  }
  const refusal = current === undefined ? undefined : await refuseMarkers({ path, content }, current, scrubber)
  if (refusal !== undefined) return { status: 'failed', code: refusal.code, message: refusal.message }
  const source = await openSource(current ?? new Uint8Array())
  const size = Buffer.byteLength(content)
  if (source === undefined || source.bytes.length > maxWholeBytes || size > maxWholeBytes) {
    const had = source === undefined ? 'binary content' : 'content'
    const verb = append ? 'Adds' : 'Writes'
    return {
      status: 'summary',
      text: `${verb} ${formatBytes(size)}; "${path}" has ${formatBytes(current?.length ?? 0)} of ${had} now.`,
    }
  }
  const { codec, bomBytes } = source.format
  const format = current === undefined ? undefined : ({ kind: 'text', codec, bomBytes } as const)
  const encoded = encodeContent({ path, content, format, append })
  if (encoded.status === 'refused') return { status: 'failed', code: 'validation_error', message: encoded.message }
  const before = codec.decode(source.bytes.subarray(bomBytes))
  const after = append ? before + content : content
  const shown = (text: string) => concealLines({ lead: '', text, trail: '' }, scrubber)
  const window = { before, after, beforeLine: 1, afterLine: 1, shownBefore: shown(before), shownAfter: shown(after) }
  return { status: 'diff', ...formatDiff([window], maxDiffLines) }
}

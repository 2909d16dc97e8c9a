import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { unencodable } from '../text/text-format.ts'
import { applyEdits, type EditInput } from './match-edit.ts'
import {
  type AppliedChange,
  createSource,
  type EditFailure,
  editFailure,
  openSource,
  type PlannedEdit,
  type Replacement,
  type SourceText,
} from './source-text.ts'

/** A secret is seen with so much of the file on each side: private keys are long. */
const neighbourBytes = 32 * 1024

/** Smaller files are looked through as a whole. */
const smallBytes = 2 * 1024 * 1024

interface Stretch {
  readonly start: number
  readonly end: number
  readonly within: readonly Replacement[]
}

/**
 * Works out an edit on the bytes that a file has; undefined for a file that does not exist. Pure. A marker in the edit stands for the
 * secret that scrubbing the file puts one for.
 */
export async function planEdit(
  input: EditInput,
  current: Uint8Array | undefined,
  scrubber: Scrubber,
): Promise<PlannedEdit | EditFailure> {
  const { path, create_if_missing: mayCreate } = input
  if (current === undefined && !mayCreate) {
    return editFailure('file_not_found', `"${path}" does not exist. Set create_if_missing, or use fs.write_file.`)
  }
  const source = await openSource(current ?? new Uint8Array())
  if (source === undefined) {
    return editFailure('not_a_file', `"${path}" is binary, not text, and cannot be edited.`)
  }
  if (current === undefined) return await planOnSource(source, input, current)
  if (!source.format.codec.editable) return failUneditable(path, source)
  const wish = wishOf(input)
  const quotesMarker = wish.includes(redactionMarker)
  if (!quotesMarker || !hidesSecrets(source, scrubber)) {
    const plan = await planOnSource(source, input, current)
    if (isClear(plan, source, scrubber) || hasNoSecret(input, source, scrubber)) return plan
  }
  // An edit that matches a part of a secret gets the same answer as one that matches nothing: based on the shown text.
  const { planOnShown } = await import('./plan-on-shown.ts')
  return planOnShown(source, input, { scrubber, wish, planOnSource })
}

function isClear(plan: PlannedEdit | EditFailure, source: SourceText, scrubber: Scrubber): boolean {
  return plan.status !== 'failed' && !cutsSecret(source, plan.change.replacements, scrubber)
}

/** Neither the edit nor the file holds a secret, so that a failure may quote both. */
function hasNoSecret(input: EditInput, source: SourceText, scrubber: Scrubber): boolean {
  return scrubber.scrubValue(input).value === input && !hidesSecrets(source, scrubber)
}

function wishOf({ edits = [], unified_diff: diff = '' }: EditInput): string {
  return [...edits.flatMap((edit) => [edit.old, edit.new]), diff].join('\n')
}

/** Works out an edit that is meant as it is written. `current` is undefined for a file that does not exist. */
async function planOnSource(
  source: SourceText,
  input: EditInput,
  current: Uint8Array | undefined,
): Promise<PlannedEdit | EditFailure> {
  const { path, edits, unified_diff: diff } = input
  if (diff !== undefined) {
    const { applyUnifiedDiff } = await import('./apply-unified-diff.ts')
    return planned(source, applyUnifiedDiff(source, diff, path), ['unified_diff'])
  }
  const wanted = (edits ?? []).map((edit) => ({ old: edit.old, new: edit.new, replaceAll: edit.replace_all }))
  const [first] = wanted
  if (first?.old === '') return planCreation(source, current, first.new, path)
  if (current === undefined) {
    return editFailure('file_not_found', `"${path}" does not exist. To create it send one edit with an empty old.`)
  }
  const applied = applyEdits(source, wanted)
  switch (applied.status) {
    case 'applied':
      return planned(source, applied, applied.strategies)
    case 'missed':
      return (await import('./explain-miss.ts')).explainMiss(source, applied)
    case 'failed':
      return applied
    default:
      return applied satisfies never
  }
}

function planned(
  source: SourceText,
  change: AppliedChange | EditFailure,
  strategies: PlannedEdit['strategies'],
): PlannedEdit | EditFailure {
  return change.status === 'failed' ? change : { status: 'planned', source, change, strategies }
}

function planCreation(
  source: SourceText,
  current: Uint8Array | undefined,
  text: string,
  path: string,
): PlannedEdit | EditFailure {
  if (current !== undefined) {
    return editFailure(
      'path_conflict',
      `"${path}" already exists, so an empty old matches nothing. Give the text to replace.`,
    )
  }
  const content = source.encode(text)
  if (content === undefined)
    return editFailure(
      'validation_error',
      `The new text has ${unencodable(text, source)}, which is not text. A character outside the basic plane has two halves: send both.`,
    )
  const newEndLine = Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
  const change: AppliedChange = {
    status: 'applied',
    pieces: [content],
    replacements: [{ start: 0, end: 0, content }],
    ranges: [{ oldStartLine: 1, oldEndLine: 1, newStartLine: 1, newEndLine }],
  }
  return { status: 'planned', source, change, strategies: ['create'] }
}

/**
 * Returns true if a change removes or adds to a part of a secret, which no one who sees only a marker can have meant.
 * Replacing the whole secret does not count.
 * @param replacements In the order of the file.
 */
function cutsSecret(source: SourceText, replacements: readonly Replacement[], scrubber: Scrubber): boolean {
  return stretchesOf(source, replacements).some(({ start, end, within }) => {
    const stretch = createSource(source.bytes.subarray(start, end), { ...source.format, bomBytes: 0 })
    const text = stretch.text()
    if (text === undefined) return false
    let next = 0
    return scrubber.scrub(text).redactions.some((redaction) => {
      const from = start + stretch.byteOffset(redaction.start)
      const to = start + stretch.byteOffset(redaction.end)
      while ((within[next]?.end ?? to) <= from) next += 1
      for (let index = next; (within[index]?.start ?? to) < to; index += 1) {
        const replaced = within[index]
        if (replaced !== undefined && !(replaced.start <= from && replaced.end >= to)) return true
      }
      return false
    })
  })
}

function stretchesOf({ bytes, format }: SourceText, replacements: readonly Replacement[]): readonly Stretch[] {
  if (bytes.length <= smallBytes) return [{ start: format.bomBytes, end: bytes.length, within: replacements }]
  const stretches: { start: number; end: number; within: Replacement[] }[] = []
  for (const replacement of replacements) {
    const start = characterStart(bytes, Math.max(format.bomBytes, replacement.start - neighbourBytes), format)
    const end = characterStart(bytes, Math.min(bytes.length, replacement.end + neighbourBytes), format)
    const last = stretches.at(-1)
    if (last === undefined || start > last.end) stretches.push({ start, end, within: [replacement] })
    else {
      last.end = Math.max(last.end, end)
      last.within.push(replacement)
    }
  }
  return stretches
}

/** The first byte at or before the offset that begins a character. */
function characterStart(bytes: Uint8Array, offset: number, { codec, bomBytes }: SourceText['format']): number {
  if (codec.unitBytes > 1) return offset - ((offset - bomBytes) % codec.unitBytes)
  if (!codec.findsBytes) return Math.max(bomBytes, bytes.lastIndexOf(0x0a, offset - 1) + 1)
  let start = offset
  while (codec.encoding === 'utf-8' && start > bomBytes && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
  return start
}

/** Refuses whole new or added content that quotes a marker, if the file has secrets that are shown as markers. */
export async function refuseMarkers(
  { path, content }: { readonly path: string; readonly content: string },
  current: Uint8Array,
  scrubber: Scrubber,
): Promise<EditFailure | undefined> {
  if (!content.includes(redactionMarker)) return undefined
  const source = await openSource(current)
  if (source === undefined || !hidesSecrets(source, scrubber)) return undefined
  return (await import('./shown-source.ts')).failRedacted(path)
}

/** A file and the wish for it, together so long, are worked out in a few milliseconds, whatever they hold. */
const quickLength = 128 * 1024

/** True for a change that may take seconds, and so belongs in a thread. */
export function isLargeChange(length: number, current: Uint8Array | undefined): boolean {
  return length + (current?.length ?? 0) > quickLength
}

/** Returns the length of the text in an edit. */
export function lengthOfEdit({ edits = [], unified_diff: diff = '' }: EditInput): number {
  return edits.reduce((sum, edit) => sum + edit.old.length + edit.new.length, diff.length)
}

function failUneditable(path: string, { format }: SourceText): EditFailure {
  return editFailure(
    'validation_error',
    `"${path}" is stored as ${format.codec.encoding}, in which no part can be changed on its own. Convert it to UTF-8 with a command, or replace it with fs.write_file.`,
  )
}

/** Returns true if scrubbing removes anything from a file. */
function hidesSecrets(source: SourceText, scrubber: Scrubber): boolean {
  const { bytes, format } = source
  const text = source.text() ?? format.codec.decode(bytes.subarray(format.bomBytes))
  return scrubber.scrub(text).redactions.length > 0
}

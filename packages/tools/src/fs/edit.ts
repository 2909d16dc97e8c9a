import { createHash } from 'node:crypto'
import { type Failure, fail, type ToolContext, toolOutput, type UnlabelledBlock } from '@drawbridge/core'
import type { ModelCaller } from '@drawbridge/core/model'
import { defineToolBody } from '@drawbridge/core/registry'
import type { FoundEdit, WorkedOutEdit } from './edit/edit-beside.ts'
import { checkEditInput, createsFile, type EditInput, editInput, maxEditBytes } from './edit/match-edit.ts'
import type { ChangedRange, EditFailure } from './edit/source-text.ts'
import { failMissing, hashOf, isUnchanged, type ReadGuard, readGuardKey, seenWhole, stale } from './read-guard.ts'
import { note } from './result-text.ts'

const name = 'fs.edit'
/** The number of equal failures in a row after which the model is asked to read the file again. */
const patience = 2

/**
 * Replaces text in a file, or applies a unified diff to it: all or nothing, and every byte outside the reported ranges stays.
 *
 * `data`: `{path, created, strategy, strategies, ranges: [{start_line, end_line, old_start_line, old_end_line}], hash_before | null,
 * hash_after, bytes, backed_up, diff, warning | null, found_by?, corrected?}`. `found_by` is the model that found the place of the edits at the positions in `corrected`. Of more than 1,000 ranges the last covers all that follow. `strategy` is the loosest of `strategies`, one an edit: `exact`, `line_ends`,
 * `blanks_and_typography`, `indentation`, or `unified_diff`, `create`. Lines count from 1; hashes are SHA-256, hex.
 *
 * Codes: `text_not_found` (with the nearest lines), `ambiguous_edit` (with line numbers), `patch_apply_failed` (with the hunk),
 * `redacted_content` (a marker in the new text that stands for no secret of the old), `stale_file`, `file_not_found`, `is_a_directory`, `not_a_file`, `file_too_large`, `validation_error` (nothing would change).
 */
export const edit = createEdit(async () => undefined)

/**
 * Creates the tool with a model that finds the place of an edit with an `instruction` whose old text does not match.
 * @param findCaller Finds the caller of the small model; undefined if there is none.
 */
export function createEdit(findCaller: () => Promise<ModelCaller | undefined>) {
  return defineToolBody({
    input: editInput,
    check: checkEditInput,
    targets: ({ path }) => [{ kind: 'path', path, access: 'write' }],
    sinks: [
      { pointer: '/edits/*/new', kind: 'content' },
      { pointer: '/unified_diff', kind: 'content' },
    ],
    replacesContent: createsFile,
    execute: async (input, context) => {
      const { files, session } = context
      const real = files.realPath(input.path)
      const guard = session.use(readGuardKey)
      const before = await currentBytes(input, context)
      const hashBefore = before === undefined ? null : hashOf(before)
      const seen = guard.seen(real)
      if (before !== undefined && seen !== undefined && !isUnchanged(seen, before, hashBefore)) stale(input.path)
      const { editBeside } = await import('./edit/edit-beside.ts')
      const asGiven = await editBeside(input, before, context)
      const found =
        asGiven.status === 'failed' ? await placeOf(asGiven, { input, before, context, findCaller }) : undefined
      const plan = found?.plan ?? asGiven
      if (plan.status === 'failed') return failEdit(plan, input, { guard, real })

      const receipt = await files.write(input.path, plan.pieces, {
        mode: before === undefined ? 'create' : 'replace',
        createDirectories: before === undefined,
        ...(before === undefined ? { expectedHash: null } : { expectedContent: before }),
      })
      guard.remember(real, seenWhole(receipt.bytes, receipt.hash))
      return editResult(input.path, plan, { real, hashBefore, receipt, found })
    },
  })
}

interface FailedEdit {
  readonly input: EditInput
  readonly before: Uint8Array | undefined
  readonly context: ToolContext
  readonly findCaller: () => Promise<ModelCaller | undefined>
}

/** Asks a model for the place of an edit that did not match. Undefined without an instruction, without a model, and if it finds none. */
async function placeOf(
  { code }: EditFailure,
  { input, before, context, findCaller }: FailedEdit,
): Promise<FoundEdit | undefined> {
  if (input.instruction === undefined || before === undefined) return undefined
  if (code !== 'text_not_found' && code !== 'ambiguous_edit') return undefined
  const caller = await findCaller()
  if (caller?.isAvailable !== true) return undefined
  const { findByInstruction } = await import('./edit/find-by-instruction.ts')
  const { scrubber, signal } = context
  return findByInstruction(input, before, { caller, scrubber, signal })
}

async function currentBytes(
  { path, create_if_missing: mayCreate }: EditInput,
  { files }: ToolContext,
): Promise<Uint8Array | undefined> {
  const stat = await files.stat(path)
  if (stat === undefined) return mayCreate ? undefined : failMissing(files, path)
  if (stat.kind === 'directory') fail('is_a_directory', `"${path}" is a folder. Name a file in it.`)
  return files.readBytes(path, { maxBytes: maxEditBytes })
}

function failEdit(failure: EditFailure, input: EditInput, file: { guard: ReadGuard; real: string }): never {
  const wish = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const count = file.guard.countFailure(file.real, wish)
  const advice =
    count > patience ? ` This edit failed ${count} times in a row: read the file again before you try again.` : ''
  const details: Pick<Failure, 'content' | 'data'> = {
    ...(failure.excerpt !== undefined && {
      content: [foreignText(failure.excerpt, { tool: name, target: file.real })],
    }),
    ...(failure.data !== undefined && { data: failure.data }),
  }
  return fail(failure.code, failure.message + advice, details)
}

interface WrittenEdit {
  readonly real: string
  readonly hashBefore: string | null
  /** Set if a model found the place. */
  readonly found: FoundEdit | undefined
  readonly receipt: { readonly bytes: number; readonly hash: string; readonly backedUp: boolean }
}

function editResult(path: string, plan: WorkedOutEdit, { real, hashBefore, receipt, found }: WrittenEdit) {
  const { ranges, diff } = plan
  const strategy = loosest(plan.strategies)
  const lines = ranges.slice(0, 20).map(({ newStartLine: start, newEndLine: end }) => {
    return end > start ? `${start}-${end}` : String(start)
  })
  const more = ranges.length > lines.length ? ', …' : ''
  const where = lines.length === 1 && !lines[0]?.includes('-') ? 'line' : 'lines'
  const how = strategy === 'exact' ? '' : ` Found by: ${strategy}.`
  return toolOutput({
    content: [
      ...note(
        `${hashBefore === null ? 'Created' : 'Edited'} "${path}", ${where} ${lines.join(', ')}${more}.${how}${byModel(found)}`,
        plan.warning,
      ),
      foreignText(diff, { tool: name, target: real }),
    ],
    data: {
      path,
      created: hashBefore === null,
      strategy,
      strategies: plan.strategies,
      ranges: ranges.map(toRow),
      hash_before: hashBefore,
      hash_after: receipt.hash,
      bytes: receipt.bytes,
      backed_up: receipt.backedUp,
      diff,
      warning: plan.warning ?? null,
      ...(found === undefined ? {} : { found_by: found.model, corrected: found.corrected }),
    },
  })
}

function byModel(found: FoundEdit | undefined): string {
  if (found === undefined) return ''
  const which = found.corrected.map((index) => `edits[${index}]`).join(', ')
  return ` The old text of ${which} did not match; the model ${found.model} found the place by the instruction. Check the change.`
}

function toRow({ newStartLine, newEndLine, oldStartLine, oldEndLine }: ChangedRange) {
  return { start_line: newStartLine, end_line: newEndLine, old_start_line: oldStartLine, old_end_line: oldEndLine }
}

const byLooseness: readonly string[] = ['exact', 'line_ends', 'blanks_and_typography', 'indentation']

function loosest(strategies: WorkedOutEdit['strategies']): WorkedOutEdit['strategies'][number] {
  return strategies.toSorted((left, right) => byLooseness.indexOf(right) - byLooseness.indexOf(left))[0] ?? 'exact'
}

/** A text block that quotes a file, in a result whose other words are ours. */
function foreignText(text: string, source: { readonly tool: string; readonly target: string }): UnlabelledBlock {
  return { type: 'text', text, label: { sources: [source], trust: 'untrusted', readers: 'anyone' } }
}

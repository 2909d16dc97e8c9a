import { fail, type ToolContext, type UnlabelledBlock } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import { redactionMarker } from '@drawbridge/core/scrub'
import { editBeside } from '../edit/edit-beside.ts'
import { type EditInput, maxEditBytes } from '../edit/match-edit.ts'
import { openSource } from '../edit/source-text.ts'
import { failMissing, hashOf, isUnchanged, type ReadGuard, readGuardKey, seenWhole, stale } from '../read-guard.ts'
import { encodeContent } from '../text/text-format.ts'
import type { PatchChange, PatchHunk } from './patch-input.ts'
import { placeHunks } from './place-hunks.ts'

/** One change of the disk, and how it is undone. */
export interface PatchStep {
  readonly path: string
  /** True if undoing restores the content alone. */
  readonly isLast: boolean
  apply(): Promise<void>
  undo(): Promise<void>
}

/** A change that was worked out on the current files and is not made yet. */
export interface PlannedChange {
  readonly steps: readonly PatchStep[]
  readonly content: readonly UnlabelledBlock[]
  readonly data: Readonly<Record<string, unknown>>
  /** Notes what the session knows of the file once every change is made. */
  remember(): void
}

type PatchContext = Pick<ToolContext, 'files' | 'session' | 'scrubber' | 'signal'>

/** Works out every change of a patch. Ends with the first failure, and nothing is changed by then. */
export async function planPatch(
  changes: readonly PatchChange[],
  context: PatchContext,
): Promise<readonly PlannedChange[]> {
  mustBeApart(changes, context)
  const planned: PlannedChange[] = []
  for (const change of changes) {
    switch (change.action) {
      case 'create':
        planned.push(await planCreation(change, context))
        break
      case 'delete':
        planned.push(await planDeletion(change, context))
        break
      case 'edit':
        planned.push(await planEditing(change, context))
    }
  }
  return planned
}

/** One file may have several spellings, and a link leads to another. */
function mustBeApart(changes: readonly PatchChange[], { files }: PatchContext): void {
  const spellings = new Map<string, string>()
  for (const { path, to } of changes) {
    for (const spelling of to === undefined ? [path] : [path, to]) {
      const real = files.realPath(spelling)
      const earlier = spellings.get(real)
      if (earlier !== undefined)
        fail(
          'path_conflict',
          `"${spelling}" is the same file as "${earlier}". Put all changes of a file into one. No file was changed.`,
        )
      spellings.set(real, spelling)
    }
  }
}

async function planCreation(
  { path, content = '' }: PatchChange,
  { files, session }: PatchContext,
): Promise<PlannedChange> {
  if ((await files.stat(path)) !== undefined)
    fail('path_conflict', `"${path}" already exists. Edit it, or delete it in another call first.`)
  const encoded = encodeContent({ path, content, format: undefined, append: false })
  if (encoded.status === 'refused') fail('validation_error', encoded.message)
  const written = { size: encoded.bytes.length, hash: hashOf(encoded.bytes) }
  const step: PatchStep = {
    path,
    isLast: false,
    apply: async () => {
      await files.write(path, encoded.bytes, { mode: 'create', createDirectories: true, expectedHash: null })
    },
    undo: async () => {
      await files.remove(path, { recursive: false, expected: written })
    },
  }
  return {
    steps: [step],
    content: ownText(`Created "${path}".`),
    data: { action: 'create', path, to: null, bytes: written.size, diff: null },
    remember: () => session.use(readGuardKey).remember(files.realPath(path), seenWhole(written.size, written.hash)),
  }
}

async function planDeletion({ path }: PatchChange, { files, session }: PatchContext): Promise<PlannedChange> {
  const guard = session.use(readGuardKey)
  const { bytes, hash } = await currentFile(path, files, guard)
  const step: PatchStep = {
    path,
    isLast: true,
    apply: async () => {
      await files.remove(path, { recursive: false, expected: { size: bytes.length, hash } })
    },
    undo: async () => {
      await files.write(path, bytes, { mode: 'create', expectedHash: null })
    },
  }
  return {
    steps: [step],
    content: ownText(`Deleted "${path}".`),
    data: { action: 'delete', path, to: null, bytes: null, diff: null },
    remember: () => guard.forget(files.realPath(path)),
  }
}

async function planEditing({ path, hunks, to }: PatchChange, context: PatchContext): Promise<PlannedChange> {
  const { files, session } = context
  const guard = session.use(readGuardKey)
  const { bytes, hash } = await currentFile(path, files, guard)
  if (to !== undefined && (await files.stat(to)) !== undefined)
    fail('path_conflict', `"${to}" already exists, so "${path}" cannot be moved there. Choose another name.`)
  const plan = hunks === undefined ? undefined : await workOut(path, hunks, bytes, context)
  const after =
    plan === undefined ? { size: bytes.length, hash } : { size: plan.bytes.length, hash: hashOf(plan.bytes) }
  const steps: PatchStep[] = []
  if (plan !== undefined)
    steps.push({
      path,
      isLast: false,
      apply: async () => {
        await files.write(path, plan.bytes, { mode: 'replace', expectedContent: bytes })
      },
      undo: async () => {
        await files.write(path, bytes, { mode: 'replace', expectedHash: after.hash })
      },
    })
  if (to !== undefined)
    steps.push({
      path,
      isLast: false,
      apply: async () => {
        await files.move(path, to, { overwrite: false, createDirectories: true })
      },
      undo: async () => {
        await files.move(to, path, { overwrite: false })
      },
    })
  const did = [...(plan === undefined ? [] : ['Edited']), ...(to === undefined ? [] : ['moved'])].join(' and ')
  const sentence = `${did === 'moved' ? 'Moved' : did} "${path}"${to === undefined ? '' : ` to "${to}"`}.`
  return {
    steps,
    content: [...ownText(sentence), ...(plan === undefined ? [] : foreignText(plan.diff, files.realPath(path)))],
    data: { action: 'edit', path, to: to ?? null, bytes: after.size, diff: plan?.diff ?? null },
    remember: () => {
      const real = files.realPath(path)
      if (to !== undefined) guard.move(real, files.realPath(to))
      guard.remember(to === undefined ? real : files.realPath(to), seenWhole(after.size, after.hash))
    },
  }
}

/** The content of an existing file that this session has seen as it is, or never. */
async function currentFile(path: string, files: FileAccess, guard: ReadGuard) {
  const stat = (await files.stat(path)) ?? (await failMissing(files, path))
  if (stat.kind === 'directory') fail('is_a_directory', `"${path}" is a folder. Name a file in it.`)
  const bytes = await files.readBytes(path, { maxBytes: maxEditBytes })
  const hash = hashOf(bytes)
  const seen = guard.seen(files.realPath(path))
  if (seen !== undefined && !isUnchanged(seen, bytes, hash)) stale(path)
  return { bytes, hash }
}

async function workOut(path: string, hunks: readonly PatchHunk[], bytes: Uint8Array, context: PatchContext) {
  const edit = { path, create_if_missing: false, ...(await wishFor(path, hunks, bytes)) } as EditInput
  const plan = await editBeside(edit, bytes, context)
  if (plan.status === 'failed') {
    const excerpt = plan.excerpt === undefined ? [] : foreignText(plan.excerpt, context.files.realPath(path))
    return fail(plan.code, `"${path}": ${plan.message}`, {
      ...(excerpt.length > 0 && { content: excerpt }),
      ...(plan.data !== undefined && { data: plan.data }),
    })
  }
  return { bytes: Buffer.concat(plan.pieces), diff: plan.diff }
}

/**
 * Returns hunks as an edit of the file with these bytes. Those with a marker in place of a secret are found in the text as the model was
 * shown it, where each must occur once. Ends with a fault if a hunk has no certain place.
 */
export async function wishFor(path: string, hunks: readonly PatchHunk[], bytes: Uint8Array) {
  if (hunks.some(({ old }) => old.includes(redactionMarker)))
    return { edits: hunks.map((hunk) => ({ old: hunk.old, new: hunk.new, replace_all: false })) }
  const source = await openSource(bytes)
  if (source === undefined) fail('not_a_file', `"${path}" is binary, not text, and cannot be edited.`)
  const text = source.text()
  if (text === undefined)
    fail(
      'patch_apply_failed',
      `"${path}" is not clean text of one encoding. Use fs.edit, or replace it with fs.write_file.`,
    )
  const placed = placeHunks(text, hunks)
  if (placed.status === 'placed') return { unified_diff: placed.diff }
  const message = `Hunk ${placed.hunk} of "${path}" does not apply: ${placed.why}. Nothing was changed. Read the file and send a patch against it.`
  return fail('patch_apply_failed', message, { data: { path, hunk: placed.hunk } })
}

const ownText = (text: string): readonly UnlabelledBlock[] => [{ type: 'text', text }]

/** A text block that quotes a file, in a result whose other words are ours. */
function foreignText(text: string, target: string): readonly UnlabelledBlock[] {
  const label = { sources: [{ tool: 'fs.apply_patch', target }], trust: 'untrusted', readers: 'anyone' } as const
  return [{ type: 'text', text, label }]
}

import { errorMessage, fail, ToolFault, toolOutput } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { checkPatch, partsOfPatch, patchInput, targetsOfPatch } from './patch-input.ts'
import { type PatchStep, planPatch } from './plan-patch.ts'

/**
 * Applies changes to several files together or not at all: all are worked out before the first is written, and if one cannot be
 * written, those before it are undone. Folders that were created for them stay.
 *
 * `data`: `{changes: [{action, path, to | null, bytes | null, diff | null}]}`: size in bytes of the file afterwards.
 *
 * Codes: those of `fs.write_file`, `fs.edit`, `fs.move` and `fs.delete`; `patch_apply_failed` (a hunk without a certain place, with its
 * number and its file).
 */
export const applyPatch = defineToolBody({
  input: patchInput,
  check: checkPatch,
  targets: targetsOfPatch,
  replacesContent: ({ changes }) => changes.every(({ action }) => action !== 'edit'),
  sinks: [
    { pointer: '/changes/*/content', kind: 'content' },
    { pointer: '/changes/*/hunks/*/new', kind: 'content' },
  ],
  parts: partsOfPatch,
  execute: async ({ changes }, context) => {
    const planned = await planPatch(changes, context)
    const steps = planned.flatMap((change) => change.steps)
    // Deletions come last: undoing one restores the content alone.
    await runTogether([...steps.filter(({ isLast }) => !isLast), ...steps.filter(({ isLast }) => isLast)])
    for (const { remember } of planned) remember()
    return toolOutput({
      content: planned.flatMap(({ content }) => content),
      data: { changes: planned.map(({ data }) => data) },
    })
  },
})

/** Takes every step, or none: if one fails, those before it are undone, last first. Ends with the failure, and with what is left of it. */
async function runTogether(steps: readonly PatchStep[]): Promise<void> {
  const undoing: PatchStep[] = []
  for (const step of steps) {
    try {
      await step.apply()
      undoing.unshift(step)
    } catch (reason) {
      const left: string[] = []
      for (const done of undoing) {
        try {
          await done.undo()
        } catch (error) {
          left.push(`"${done.path}" could not be restored: ${errorMessage(error)}`)
        }
      }
      if (!ToolFault.isInstance(reason)) throw reason
      const { code, message, ...details } = reason.failure
      return fail(code, `${message} ${left.length === 0 ? 'No file was changed.' : left.join(' ')}`, details)
    }
  }
}

import type { ToolContext } from '@drawbridge/core'
import { isJsonObject, parseJson } from '@drawbridge/core/base'
import type { ModelCaller } from '@drawbridge/core/model'
import { createEnclosure, enclose, enclosureNotice } from '@drawbridge/core/untrusted'
import { editBeside, type FoundEdit } from './edit-beside.ts'
import type { EditInput } from './match-edit.ts'
import { openSource } from './source-text.ts'

/** The longest file that a model is shown, in characters. */
const longestFile = 60_000

const system = `Edits of a file failed, because their old text is not in it or is there more than once. You read what the edits are for, the edits and the file, and find the text of the file that each failed edit means.
Answer with JSON alone: {"edits": [{"index": 0, "old": "…"}]}, with an entry for each edit to correct. Copy old from the file, character by character, with enough around it to occur exactly once, and no more: the new text of the edit replaces all of it. If you are not sure, answer {"edits": []}.`

/**
 * Has a small model find the old texts that an edit means. Only the place is the model's: the new text stays as the call had it, so that what was
 * judged and shown is what is written. Undefined if it finds none that occurs exactly once, or fails.
 */
export async function findByInstruction(
  input: EditInput,
  current: Uint8Array,
  {
    caller,
    scrubber,
    signal,
  }: Pick<ToolContext, 'scrubber' | 'signal'> & { readonly caller: Pick<ModelCaller, 'call'> },
): Promise<FoundEdit | undefined> {
  const { edits = [], instruction = '', path } = input
  const text = (await openSource(current))?.text()
  if (text === undefined || text.length > longestFile) return undefined
  const enclosure = createEnclosure()
  const wanted = edits.map(({ old, new: next }, index) => ({ index, old, new: next }))
  const prompt = [
    `The file is ${JSON.stringify(path)}. The edits are for: ${instruction}`,
    `The edits:\n${JSON.stringify(wanted)}`,
    `${enclosureNotice('the file')}\n${enclose(scrubber.scrub(text).text, enclosure)}`,
  ].join('\n\n')
  try {
    const answer = await caller.call({ purpose: 'fs.edit', system, prompt, maxOutput: 4_000 }, signal)
    const found = readPlaces(answer.text, edits)
    if (found.size === 0) return undefined
    const next = { ...input, edits: edits.map((edit, index) => ({ ...edit, old: found.get(index) ?? edit.old })) }
    const plan = await editBeside(next, current, { scrubber, signal })
    const corrected = [...found.keys()].toSorted((left, right) => left - right)
    const isExact = plan.status === 'planned' && corrected.every((index) => plan.strategies[index] === 'exact')
    return isExact ? { plan, corrected, model: answer.model } : undefined
  } catch {
    return undefined
  }
}

/** Reads the answer of a model. A text that is much longer than the one it stands for would remove what nobody named. */
function readPlaces(answer: string, edits: NonNullable<EditInput['edits']>): ReadonlyMap<number, string> {
  const parsed = parseJson(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  const listed = parsed.ok && isJsonObject(parsed.value) ? parsed.value.edits : undefined
  const found = new Map<number, string>()
  for (const each of Array.isArray(listed) ? (listed as readonly unknown[]) : []) {
    if (!isJsonObject(each) || typeof each.index !== 'number' || typeof each.old !== 'string') continue
    const edit = edits[each.index]
    if (edit === undefined || edit.replace_all || edit.old === each.old || each.old.trim() === '') continue
    if (each.old.length <= 2 * edit.old.length + 200) found.set(each.index, each.old)
  }
  return found
}

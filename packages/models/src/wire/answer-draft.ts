import { isJsonObject, parseJson } from '@drawbridge/core/base'
import { type AssistantMessage, type CutCall, ModelError, type OpaqueFields } from '@drawbridge/core/model'
import type { CallIds, WireDelta } from './wire-family.ts'

type Draft =
  | { readonly type: 'text' | 'reasoning'; text: string; opaque?: OpaqueFields }
  | { readonly type: 'call'; readonly id: string; readonly name: string; text: string; opaque?: OpaqueFields }

/** The blocks of an answer while they arrive, in the order in which they began. */
export interface AnswerDraft {
  /** Adds to a text or reasoning block, which begins with the first piece. */
  write(key: string, type: 'text' | 'reasoning', text: string): readonly WireDelta[]
  /** Begins a call. A second call under the same key is ignored. */
  begin(key: string, call: { readonly id: string | undefined; readonly name: string }): readonly WireDelta[]
  /** Adds to the arguments of a call. Ignored if it has not begun. */
  argue(key: string, text: string): readonly WireDelta[]
  /** Sets the whole arguments of a call, or the whole text of a block, in the place of its pieces. */
  settle(key: string, text: string): void
  /** Adds fields that go back to the provider. A key that is not there begins an empty block of that type. */
  keep(key: string, type: 'text' | 'reasoning' | 'call', opaque: OpaqueFields): void
  has(key: string): boolean
  /** Returns the blocks, and the calls that are not whole. */
  finish(): { readonly blocks: AssistantMessage['blocks']; readonly cut: readonly CutCall[] }
  /** The characters so far, to estimate tokens. */
  length(): number
}

/** The most characters and blocks of one answer. No honest provider comes near, and a hostile one fills no memory. */
const [mostCharacters, mostBlocks] = [16 * 1024 * 1024, 4096]

/** Creates an empty draft. A provider that sends more than any answer can have ends with a `ModelError` `network` without repeats. */
export function createAnswerDraft(ids: CallIds): AnswerDraft {
  const drafts = new Map<string, Draft>()
  let characters = 0
  const grow = (by: number): void => {
    characters += by
    if (characters <= mostCharacters && drafts.size <= mostBlocks) return
    throw new ModelError('network', 'The provider sent more than an answer can have.', { retryable: false })
  }
  return {
    write: (key, type, text) => {
      grow(text.length)
      const draft = drafts.get(key)
      if (draft === undefined) drafts.set(key, { type, text })
      else draft.text += text
      return text === '' ? [] : [{ type, text }]
    },
    begin: (key, { id: given, name }) => {
      if (drafts.has(key)) return []
      grow(name.length)
      const id = ids(given)
      drafts.set(key, { type: 'call', id, name, text: '' })
      return [{ type: 'call', id, name }]
    },
    argue: (key, text) => {
      const draft = drafts.get(key)
      if (draft?.type !== 'call' || text === '') return []
      grow(text.length)
      draft.text += text
      return [{ type: 'arguments', id: draft.id, text }]
    },
    settle: (key, text) => {
      const draft = drafts.get(key)
      grow(text.length)
      if (draft !== undefined) draft.text = text
    },
    keep: (key, type, opaque) => {
      grow(JSON.stringify(opaque).length)
      const draft = drafts.get(key)
      if (draft !== undefined) draft.opaque = { ...draft.opaque, ...opaque }
      else if (type !== 'call') drafts.set(key, { type, text: '', opaque })
    },
    has: (key) => drafts.has(key),
    finish: () => {
      const blocks: AssistantMessage['blocks'][number][] = []
      const cut: CutCall[] = []
      for (const draft of drafts.values()) {
        const opaque = draft.opaque === undefined ? {} : { opaque: draft.opaque }
        if (draft.type !== 'call') {
          if (draft.text !== '' || draft.opaque !== undefined)
            blocks.push({ ...opaque, type: draft.type, text: draft.text })
          continue
        }
        const { id, name, text } = draft
        const parsed = text.trim() === '' ? ({ ok: true, value: {} } as const) : parseJson(text)
        if (parsed.ok && isJsonObject(parsed.value))
          blocks.push({ ...opaque, type: 'call', id, name, input: parsed.value })
        else cut.push({ name, text })
      }
      return { blocks, cut }
    },
    length: () => [...drafts.values()].reduce((sum, { text }) => sum + text.length, 0),
  }
}

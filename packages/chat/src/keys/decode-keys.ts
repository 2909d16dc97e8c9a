import type { ControlName, Key } from './key.ts'

/** The part of the input that is not decoded yet: the beginning of a sequence, or of a paste. */
export interface KeyDecoder {
  readonly rest: string
  /** The parts of a paste whose end has not arrived. */
  readonly paste: readonly string[] | undefined
}

export const emptyDecoder: KeyDecoder = { rest: '', paste: undefined }

export interface DecodedKeys {
  readonly keys: readonly Key[]
  readonly decoder: KeyDecoder
}

const pasteStart = '\u001b[200~'
const pasteEnd = '\u001b[201~'

const controls: Readonly<Record<string, ControlName>> = {
  '\r': 'enter',
  '\n': 'newline',
  '\t': 'tab',
  '\u0001': 'home',
  '\u0003': 'interrupt',
  '\u0004': 'end-of-input',
  '\u0005': 'end',
  '\u0008': 'backspace',
  '\u000b': 'delete-to-end',
  '\u000c': 'redraw',
  '\u0015': 'delete-to-start',
  '\u0017': 'delete-word',
  '\u007f': 'backspace',
}

/** Sequences after ESC. `[1;5D` and the like are a key with a modifier. */
const sequences: Readonly<Record<string, ControlName>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  '[F': 'end',
  '[H': 'home',
  '[1~': 'home',
  '[3~': 'delete',
  '[4~': 'end',
  '[7~': 'home',
  '[8~': 'end',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  OF: 'end',
  OH: 'home',
  b: 'word-left',
  f: 'word-right',
  '\r': 'newline',
  '\u007f': 'delete-word',
}
const withModifier: Readonly<Record<string, ControlName>> = { C: 'word-right', D: 'word-left' }

/**
 * Decodes what a terminal sent. Pure. Bytes arrive in pieces of any size: several keys at once, or half a sequence, whose beginning
 * stays in the decoder.
 */
export function decodeKeys(decoder: KeyDecoder, chunk: string): DecodedKeys {
  const keys: Key[] = []
  let paste = decoder.paste
  let rest = decoder.rest + chunk
  while (rest !== '') {
    if (paste !== undefined) {
      const end = rest.indexOf(pasteEnd)
      if (end < 0) {
        // The end itself may arrive in two pieces.
        const keep = beginningOf(pasteEnd, rest)
        paste = [...paste, rest.slice(0, rest.length - keep)]
        return { keys, decoder: { rest: rest.slice(rest.length - keep), paste } }
      }
      keys.push({ kind: 'paste', text: cleanText([...paste, rest.slice(0, end)].join('')) })
      paste = undefined
      rest = rest.slice(end + pasteEnd.length)
      continue
    }
    const typed = /^(?:\P{Cc}|[\u0080-\u009f])+/u.exec(rest)?.[0]
    if (typed !== undefined) {
      // Eight-bit controls would be understood as sequences by some terminals.
      const text = typed.replaceAll(/\p{Cc}/gu, '')
      if (text !== '') keys.push({ kind: 'text', text })
      rest = rest.slice(typed.length)
      continue
    }
    if (rest.startsWith(pasteStart)) {
      paste = []
      rest = rest.slice(pasteStart.length)
      continue
    }
    if (rest.startsWith('\u001b')) {
      const sequence = readSequence(rest)
      if (sequence === undefined) return { keys, decoder: { rest, paste } }
      if (sequence.name !== undefined) keys.push({ kind: 'control', name: sequence.name })
      rest = rest.slice(sequence.length)
      continue
    }
    const name = controls[rest.charAt(0)]
    if (name !== undefined) keys.push({ kind: 'control', name })
    rest = rest.slice(1)
  }
  return { keys, decoder: { rest, paste } }
}

/** Decodes the rest once nothing more has come for a while: an ESC alone is the key Escape. Pure. */
export function flushKeys(decoder: KeyDecoder): DecodedKeys {
  if (decoder.paste !== undefined || decoder.rest === '') return { keys: [], decoder }
  const keys: readonly Key[] = decoder.rest === '\u001b' ? [{ kind: 'control', name: 'escape' }] : []
  return { keys, decoder: emptyDecoder }
}

interface Sequence {
  readonly length: number
  /** Undefined for a key that means nothing here. */
  readonly name: ControlName | undefined
}

/** Undefined if the sequence is not complete. */
function readSequence(text: string): Sequence | undefined {
  const match = /^(?:\[[0-9;:<=>?]*[ -/]*[@-~]|O[ -~]|[^[O])/.exec(text.slice(1))
  if (match === null) {
    const isIncomplete = /^(?:\[[0-9;:<=>? -/]*|O)?$/.test(text.slice(1)) && text.length < 32
    return isIncomplete ? undefined : { length: 1, name: 'escape' }
  }
  const [body] = match
  if (body.startsWith('\u001b')) return { length: 1, name: 'escape' }
  const name = Object.hasOwn(sequences, body) ? sequences[body] : undefined
  const modified = /^\[1;[0-9]+([A-Z])$/.exec(body)?.[1]
  return { length: body.length + 1, name: name ?? (modified === undefined ? undefined : withModifier[modified]) }
}

/** Returns how many characters at the end of a text may be the beginning of a word. */
function beginningOf(word: string, text: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(word.slice(0, length))) return length
  }
  return 0
}

/** Returns pasted text with plain line breaks and without controls and marks of direction. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
}

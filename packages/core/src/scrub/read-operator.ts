import { alphanumerics, characterSet, nameCharacters } from './character-sets.ts'

/** `=`-like, `:`-like, `>` of an element, `,` between arguments, blank of a command-line option. */
export type Operator = 'assign' | 'colon' | 'element' | 'argument' | 'option'

/** The operator between a name and its value. One object per reader, overwritten for each name. */
export interface Joint {
  operator: Operator
  end: number
  /** A comparison tells a secret only when it is with a text in quotes. */
  comparison: boolean
}

const openers = characterSet([], '%=:>,?+.|!&"\'`\\)]} \t\n\r')
const closers = characterSet([], '"\'`\\)]} \t')
const quotes = characterSet([], '"\'`')
const operatorCharacters = characterSet([], '?+.|!&=>~:')
const encodedEquals = /%3D/iy
const detachedValue = /["'`)\]]{0,3}\s{1,32}["']?(?:value|default|content)["']?\s{0,8}[:=]/iy

/** Reads the operator after the name that ends at `nameEnd` into `joint`; returns false if none follows. */
export function readOperator(text: string, nameEnd: number, limit: number, joint: Joint): boolean {
  if (openers[text.charCodeAt(nameEnd)] !== 1) return false
  let index = nameEnd
  const closed = Math.min(limit, nameEnd + 8)
  while (index < closed && closers[text.charCodeAt(index)] === 1) index++
  joint.comparison = false
  switch (text.charCodeAt(index)) {
    case 61: // =
      joint.operator = 'assign'
      joint.end = operatorEnd(text, index)
      joint.comparison = text.charCodeAt(index + 1) === 61
      return true
    case 58: // :
      joint.operator = 'colon'
      joint.end = operatorEnd(text, index)
      skipType(text, limit, joint)
      return true
    case 62: // >
      joint.operator = 'element'
      joint.end = index + 1
      return true
    case 44: // ,
      joint.operator = 'argument'
      joint.end = index + 1
      return true
    case 33: // !
    case 38: // &
    case 43: // +
    case 46: // .
    case 63: // ?
    case 124: // |
      joint.operator = 'assign'
      joint.end = operatorEnd(text, index)
      joint.comparison = text.charCodeAt(index) === 33
      return isCompound(text, index, joint.end)
    case 37: // %
      encodedEquals.lastIndex = index
      joint.operator = 'assign'
      joint.end = index + 3
      return encodedEquals.test(text)
    default:
      return readDetached(text, nameEnd, joint)
  }
}

function operatorEnd(text: string, start: number): number {
  let end = start + 1
  while (end < start + 4 && operatorCharacters[text.charCodeAt(end)] === 1) end++
  return end
}

/** An operator of several characters ends in `=`, unless it names a default: `||`, `??`. */
function isCompound(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end - 1) === 61) return true
  const first = text.charCodeAt(start)
  return end === start + 2 && (first === 124 || first === 63) && text.charCodeAt(start + 1) === first
}

/** A type may come between the colon and the value: `token: string = "…"`. */
function skipType(text: string, limit: number, joint: Joint): void {
  let index = joint.end
  while (index < limit && text.charCodeAt(index) === 32) index++
  if (alphanumerics[text.charCodeAt(index)] !== 1) return
  const typeLimit = Math.min(limit, index + 24)
  while (index < typeLimit && nameCharacters[text.charCodeAt(index)] === 1) index++
  while (index < typeLimit && text.charCodeAt(index) === 32) index++
  if (text.charCodeAt(index) !== 61) return
  const end = index + 1
  while (index + 1 < limit && text.charCodeAt(index + 1) === 32) index++
  if (quotes[text.charCodeAt(index + 1)] !== 1) return
  joint.operator = 'assign'
  joint.end = end
}

/** `name: NAME` with `value: secret` on the next line, and `key="name" value="secret"`. */
function readDetached(text: string, nameEnd: number, joint: Joint): boolean {
  if (text.charCodeAt(nameEnd) > 44 && text.charCodeAt(nameEnd) !== 93) return false
  detachedValue.lastIndex = nameEnd
  if (!detachedValue.test(text)) return false
  joint.operator = 'colon'
  joint.end = detachedValue.lastIndex
  return true
}

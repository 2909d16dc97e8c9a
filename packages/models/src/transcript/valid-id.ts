import type { CallIds } from '../wire/wire-family.ts'

const valid = /^[a-zA-Z0-9_-]{1,64}$/

/** Returns true if every provider takes the text as the id of a call, or as the name of a tool. */
export function isValidId(text: string): boolean {
  return valid.test(text)
}

/** Returns a valid text for any other one: always the same for the same, and another for another. */
export function validIdOf(text: string): string {
  if (valid.test(text)) return text
  const plain = text.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 50)
  return `${plain === '' ? 'id' : plain}_${hashOf(text)}`
}

/** FNV-1a over UTF-16 units, twice with different beginnings: 13 characters. */
function hashOf(text: string): string {
  let [left, right] = [0x811c9dc5, 0x01000193]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    left = Math.imul(left ^ unit, 0x01000193)
    right = Math.imul(right ^ unit, 0x85ebca6b)
  }
  return `${(left >>> 0).toString(36).padStart(7, '0')}${(right >>> 0).toString(36).slice(0, 6).padStart(6, '0')}`
}

/** Makes the ids of the calls of one answer: those of the provider, if they are valid and new in the transcript. */
export function createCallIds(taken: ReadonlySet<string>, next: () => string): CallIds {
  const used = new Set(taken)
  return (given) => {
    const wanted = given === undefined || given === '' ? next() : validIdOf(given)
    const id = used.has(wanted) ? next() : wanted
    used.add(id)
    return id
  }
}

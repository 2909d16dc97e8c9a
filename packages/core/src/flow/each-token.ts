import { fold, isPlain } from './normal-forms.ts'

const separators = new Set([...'"\'`<>(){}[],;|='].map((each) => each.charCodeAt(0)))
/** For each ASCII character: 0 in a token, 1 if it ends one, 2 if it is left out at the end of one. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) =>
  separators.has(code) || isBlank(code) ? 1 : '.:!?'.includes(String.fromCharCode(code)) ? 2 : 0,
)
const lowered = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code))

/** Takes the two hashes of a token. Returns false if it has had enough. */
type VisitToken = (first: number, second: number) => boolean

/**
 * Visits the tokens of a text, folded, in order and as two hashes each, until the visitor returns false. The dots, colons, exclamation and
 * question marks at the end of a token are left out.
 */
export function eachToken(text: string, visit: VisitToken): void {
  if (isPlain(text)) eachPlainToken(text, visit)
  else eachFoldedToken(fold(text), visit)
}

const encoder = new TextEncoder()
const chunk = new Uint8Array(65_536)

/** For texts of ASCII alone, as megabytes mostly are: bytes are read faster than characters. */
function eachPlainToken(text: string, visit: VisitToken): void {
  let [one, two, keptOne, keptTwo] = [0, 0, 0, 0]
  let [isOpen, isToken] = [false, false]
  for (let from = 0; from <= text.length; from += chunk.length) {
    const { written } = encoder.encodeInto(text.slice(from, from + chunk.length), chunk)
    // The end of the text ends a token, too.
    const end = from + chunk.length > text.length ? written + 1 : written
    for (let at = 0; at < end; at += 1) {
      const byte = at === written ? 32 : (chunk[at] ?? 32)
      const kind = kinds[byte]
      const code = lowered[byte] ?? 0
      if (kind !== 1) {
        if (!isOpen) {
          one = 0
          two = 0
          isOpen = true
          isToken = false
        }
        one = Math.imul(one ^ code, 0x01_00_01_93) + 1
        two = Math.imul(two, 31) + code
        if (kind === 2) continue
        isToken = true
        keptOne = one
        keptTwo = two
        continue
      }
      if (isOpen && isToken && !visit(mixed(keptOne), mixed(keptTwo ^ keptOne))) return
      isOpen = false
    }
  }
}

function eachFoldedToken(text: string, visit: VisitToken): void {
  let [one, two, keptOne, keptTwo] = [0, 0, 0, 0]
  let [isOpen, isToken] = [false, false]
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 32 : text.charCodeAt(at)
    const kind = code < 128 ? kinds[code] : Number(isBlank(code))
    if (kind !== 1) {
      if (!isOpen) {
        one = 0
        two = 0
        isOpen = true
        isToken = false
      }
      one = Math.imul(one ^ code, 0x01_00_01_93) + 1
      two = Math.imul(two, 31) + code
      if (kind === 2) continue
      isToken = true
      keptOne = one
      keptTwo = two
      continue
    }
    if (isOpen && isToken && !visit(mixed(keptOne), mixed(keptTwo ^ keptOne))) return
    isOpen = false
  }
}

/** Spreads the bits of a hash, since its lowest ones choose the place of a token. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return once ^ (once >>> 13)
}

/** Returns true for what `\s` matches. */
function isBlank(code: number): boolean {
  if (code < 0xa0) return code === 32 || (code >= 9 && code <= 13)
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

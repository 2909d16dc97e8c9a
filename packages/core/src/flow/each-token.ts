const ends = new Set([...'"\'`<>(){}[],;|='].map((each) => each.charCodeAt(0)))
const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number(ends.has(code) || isBlank(code)))

/** The tokens that are remembered so that their repeats are left out. A power of two. */
const remembered = 32_768

/**
 * Visits the tokens of a text in the order in which they first come, each without the dots, colons, exclamation and question marks at its end,
 * until the visitor returns false. Most repeats are left out, without a copy of the token: a text of megabytes has mostly those.
 */
export function eachToken(text: string, visit: (token: string) => boolean): void {
  const recent: string[] = text.length < remembered ? [] : new Array<string>(remembered).fill('')
  let start = -1
  let hash = 0
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 32 : text.charCodeAt(at)
    if (code < 128 ? ascii[code] === 0 : !isBlank(code)) {
      if (start < 0) {
        start = at
        hash = 0
      }
      hash = (Math.imul(hash, 31) + code) | 0
      continue
    }
    if (start < 0) continue
    let end = at
    while (end > start && isPunctuation(text.charCodeAt(end - 1))) end -= 1
    const slot = (hash ^ (hash >>> 15)) & (remembered - 1)
    if (end > start && !isAt(text, start, end, recent[slot])) {
      const token = text.slice(start, end)
      if (recent.length > 0) recent[slot] = token
      if (!visit(token)) return
    }
    start = -1
  }
}

function isAt(text: string, start: number, end: number, token: string | undefined): boolean {
  if (token === undefined || token.length !== end - start) return false
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) !== token.charCodeAt(at - start)) return false
  return true
}

function isPunctuation(code: number): boolean {
  return code === 46 || code === 58 || code === 33 || code === 63
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

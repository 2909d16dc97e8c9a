/** How much two texts share at their front and back, in UTF-16 units; the two never overlap. */
export interface UnchangedEnds {
  readonly head: number
  readonly tail: number
}

/**
 * What an edit leaves as it is: the common front and back of its old and new text. Where old text was found by tolerance, the
 * file's own bytes stay there, so that a quote or blank which the model did not mean to change is not changed.
 * Never splits a surrogate pair; with `line` never a line.
 */
export function unchangedEnds(old: string, next: string, unit: 'character' | 'line'): UnchangedEnds {
  const longest = Math.min(old.length, next.length)
  let head = 0
  while (head < longest && old[head] === next[head]) head += 1
  if (unit === 'line') head = old.slice(0, head).lastIndexOf('\n') + 1
  else if (isHighSurrogate(old, head - 1)) head -= 1
  let tail = 0
  while (tail < longest - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1
  if (unit === 'line') tail = wholeLines(old, next, tail)
  else if (isLowSurrogate(old, old.length - tail)) tail -= 1
  return { head, tail }
}

function wholeLines(old: string, next: string, tail: number): number {
  const startsLine = (text: string, at: number) => at === 0 || text[at - 1] === '\n'
  let shared = tail
  while (shared > 0 && !(startsLine(old, old.length - shared) && startsLine(next, next.length - shared))) shared -= 1
  return shared
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}

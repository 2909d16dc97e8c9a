/** Matches whole texts in which each `*` of the pattern stands for any characters. Everything else stands for itself. */
export function compileTextPattern(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return (text) => text === pattern
  return (text) => {
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false
    let from = head.length
    const end = text.length - tail.length
    for (const part of rest) {
      const found = text.indexOf(part, from)
      if (found === -1 || found + part.length > end) return false
      from = found + part.length
    }
    return true
  }
}

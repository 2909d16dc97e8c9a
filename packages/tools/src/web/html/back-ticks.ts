/** The shortest fence of at least `least` back-ticks that is longer than every run of them in the text. */
export function fenceFor(text: string, least: number): string {
  let longest = least - 1
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}

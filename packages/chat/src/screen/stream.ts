import { type Screen, withEntries } from './screen.ts'

/** The most of an answer that waits to be shown, in characters. What comes faster is left out, and counted. */
const longestWait = 32_000

/** Returns the screen with more text of the answer. What came faster than it is settled is left out in whole lines. Pure. */
export function streamText(screen: Screen, text: string): Screen {
  const { stream } = screen
  const whole = stream.text + text
  if (whole.length <= longestWait) return { ...screen, stream: { ...stream, text: whole } }
  const from = whole.indexOf('\n', whole.length - longestWait / 2) + 1
  const kept = from === 0 ? whole.length - longestWait / 2 : from
  return {
    ...screen,
    stream: { ...stream, text: whole.slice(kept), leftOut: stream.leftOut + countLines(whole, kept) },
  }
}

function countLines(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return Math.max(1, count)
}

/** Makes entries of the complete lines of the answer. Pure. */
export function settleStream(screen: Screen): Screen {
  const { stream } = screen
  const end = stream.text.lastIndexOf('\n')
  return end < 0 ? screen : settleUpTo(screen, end, end + 1)
}

/** Makes an entry of the rest of the answer, which ends here. Pure. */
export function endStream(screen: Screen): Screen {
  const { text, leftOut, isFirst } = screen.stream
  const settled = text.trim() === '' && leftOut === 0 ? screen : settleUpTo(screen, text.trimEnd().length, text.length)
  return isFirst && settled === screen && text === ''
    ? screen
    : { ...settled, stream: { text: '', leftOut: 0, isFirst: true } }
}

function settleUpTo(screen: Screen, end: number, next: number): Screen {
  const { text, leftOut, isFirst } = screen.stream
  return withEntries(
    { ...screen, stream: { text: text.slice(next), leftOut: 0, isFirst: false } },
    { kind: 'model', text: text.slice(0, end), isFirst, leftOut },
  )
}

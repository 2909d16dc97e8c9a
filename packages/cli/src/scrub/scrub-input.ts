import { createScrubber } from '@drawbridge/core/scrub'
import type { Io } from '../io/io.ts'
import { readText } from '../io/read-text.ts'
import { answerLines } from './answer-lines.ts'

/** The number of secrets that were removed, by rule. */
export type ScrubReport = Readonly<Record<string, number>>

/** Scrubs text of any length as it comes in. */
export async function scrubText({ input, output }: Pick<Io, 'input' | 'output'>): Promise<ScrubReport> {
  const stream = createScrubber().stream()
  for await (const chunk of readText(input)) {
    await output.write(stream.push(chunk))
    if (output.closed) return stream.counts()
  }
  await output.write(stream.flush())
  return stream.counts()
}

/** Scrubs the text of each line on its own and reports the redactions with their positions. */
export async function scrubLines(io: Pick<Io, 'input' | 'output'>): Promise<ScrubReport> {
  const scrubber = createScrubber()
  const counts = new Map<string, number>()
  await answerLines(io, (line) => {
    const { text, redactions } = scrubber.scrub(textOf(line))
    for (const { rule } of redactions) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    return { text, redactions: redactions.map(({ rule, start, end }) => ({ rule, start, end })) }
  })
  return Object.fromEntries(counts)
}

function textOf(line: string): string {
  const value: unknown = JSON.parse(line)
  if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string')
    return value.text
  throw new Error('The line is not a JSON object with a string "text".')
}

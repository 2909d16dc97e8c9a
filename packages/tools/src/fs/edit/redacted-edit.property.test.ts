import { createScrubber } from '@drawbridge/core/scrub'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeUpToken } from '../../testing/made-up-token.ts'
import { planEdit } from './plan-edit.ts'

const scrubber = createScrubber()
const marker = '[REDACTED]'
const tokens = [1, 2, 3].map(madeUpToken)

/** A word of a line: plain, a secret by its number, or the marker that the file itself documents. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'TOKEN=', '- ', '# ', ' ', 'ä', '😀', '$&') },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 2) },
  { weight: 1, arbitrary: fc.constant(marker) },
)
type Word = string | number
const line = fc.array(word, { maxLength: 5 })
const file = fc.array(line, { minLength: 1, maxLength: 8 })

function render(lines: readonly (readonly Word[])[], secretAs: (index: number) => string): string {
  return lines
    .map((words) => words.map((each) => (typeof each === 'number' ? secretAs(each) : each)).join(''))
    .join('\n')
}
const original = (lines: readonly (readonly Word[])[]) => render(lines, (index) => ` ${tokens[index]} `)
const shown = (lines: readonly (readonly Word[])[]) => render(lines, () => ` ${marker} `)

/** What an edit makes of a file; undefined where it is refused. */
async function edited(content: string, old: string, next: string): Promise<string | undefined> {
  const plan = await planEdit(
    { path: 'a', edits: [{ old, new: next, replace_all: false }], create_if_missing: false },
    Buffer.from(content),
    scrubber,
  )
  return plan.status === 'failed' ? undefined : Buffer.concat(plan.change.pieces).toString()
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

describe('an edit through the text that was shown', () => {
  test('does to the file what it does to the shown text, or is refused', async () => {
    let applied = 0
    const change = fc.record({
      from: fc.nat(7),
      count: fc.integer({ min: 1, max: 4 }),
      inserted: fc.array(fc.constantFrom('x', 'y z', '')),
    })
    await fc.assert(
      fc.asyncProperty(file, change, fc.nat(), async (lines, { from, count: length, inserted }, choice) => {
        fc.pre(scrubber.scrub(original(lines)).text === shown(lines))
        const start = from % lines.length
        const stretch = lines.slice(start, start + length)
        // Lines are put in, left out, or get another word: what each secret belongs to stays plain.
        const next = stretch.map((words, index) => ((choice >> index) % 2 === 1 ? ['new ', ...words] : words))
        const kept =
          choice % 3 === 0 ? next : [...next.slice(0, -1), ...inserted.map((text) => [text]), ...next.slice(-1)]
        const [old, replacement] = [shown(stretch), shown(kept)]
        fc.pre(old !== replacement && old.trim() !== '')
        const result = await edited(original(lines), old, replacement)
        if (result === undefined) return
        applied += 1
        expect(result).toBe(original([...lines.slice(0, start), ...kept, ...lines.slice(start + length)]))
      }),
      { numRuns: 3000 },
    )
    expect(applied).toBeGreaterThan(300)
  })

  test('whatever it is, never writes a marker and never multiplies or mixes secrets', async () => {
    const piece = fc
      .array(
        fc.oneof(
          word.map((each) => (typeof each === 'number' ? ` ${marker} ` : each)),
          fc.constant('\n'),
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(''))
    const old = fc.oneof(piece, fc.tuple(fc.nat(60), fc.nat(40)))
    await fc.assert(
      fc.asyncProperty(file, old, piece, async (lines, wanted, next) => {
        const before = original(lines)
        const view = scrubber.scrub(before).text
        fc.pre(view !== before)
        const text = typeof wanted === 'string' ? wanted : view.slice(wanted[0], wanted[0] + wanted[1])
        fc.pre(text !== '' && text !== next && (text + next).includes(marker))
        const after = await edited(before, text, next)
        if (after === undefined) return
        expect(count(after, marker)).toBeLessThanOrEqual(count(before, marker))
        for (const token of tokens) expect(count(after, token)).toBeLessThanOrEqual(count(before, token))
      }),
      { numRuns: 3000 },
    )
  })
})

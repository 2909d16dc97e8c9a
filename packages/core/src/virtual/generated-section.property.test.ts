import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutSection, withSection } from './generated-section.ts'

const section = '## Programs\n\n- `gh`'
const text = fc.array(fc.constantFrom('a line', '', '## Programs', '- x', ' ')).map((lines) => lines.join('\n'))

/** What is stored has a line break at its end as soon as something is generated below it. */
const ended = (stored: string) => (stored === '' || stored.endsWith('\n') ? stored : `${stored}\n`)

describe('the generated part', () => {
  test('is shown below what is stored, and taken off again', () => {
    fc.assert(
      fc.property(text, (stored) => {
        const shown = withSection(stored, section)
        expect(shown.startsWith(stored)).toBe(true)
        expect(shown).toContain(section)
        expect(withoutSection('TOOLS.md', shown, section)).toBe(ended(stored))
      }),
    )
  })

  test('may be left out, and written behind', () => {
    fc.assert(
      fc.property(text, text, (stored, added) => {
        expect(withoutSection('TOOLS.md', stored, section)).toBe(stored)
        expect(withoutSection('TOOLS.md', withSection(stored, section) + added, section)).toBe(ended(stored) + added)
      }),
    )
  })

  test.each<[string, (shown: string) => string]>([
    ['changed', (shown) => shown.replace('gh', 'aws')],
    ['cut', (shown) => shown.slice(0, -30)],
    ['doubled', (shown) => shown + shown],
    ['of another time', (shown) => shown.replace('- `gh`', '- `gh`\n- `psql`')],
  ])('is refused where it was %s', (_, change) => {
    const shown = withSection('Measure.\n', section)
    expect(() => withoutSection('TOOLS.md', change(shown), section)).toThrow('generated part of "TOOLS.md" was changed')
  })

  test('is none where there is nothing to say', () => {
    expect(withSection('x', undefined)).toBe('x')
    expect(withSection('x', ' \n')).toBe('x')
    expect(withoutSection('TOOLS.md', 'x', undefined)).toBe('x')
  })
})

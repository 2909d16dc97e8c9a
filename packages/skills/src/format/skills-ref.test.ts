import fc from 'fast-check'
import { parseFrontmatter, validateMetadata } from 'skills-ref'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { type ReadSkill, readSkill } from './read-skill.ts'

/** Returns what the reference library of the format says of a file: its problems, or that it cannot be read. */
function judge(text: string, folder: string): readonly string[] {
  try {
    return validateMetadata(parseFrontmatter(text)[0], `/skills/${folder}`)
  } catch (error) {
    return [String(error)]
  }
}

const file = (matter: string, body = 'Do it.') => `---\n${matter}\n---\n\n${body}\n`
const read = (text: string, folder = 'pdf') => readSkill(text, folder)

const word = fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789'), minLength: 1, maxLength: 10 })
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('-'))
const sentence = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .map((text) => text.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim())
  .filter((text) => text !== '' && !text.includes('---'))

test('a file that the reference library accepts is read with the same fields, and without a remark', () => {
  const skill = fc.record(
    {
      name,
      description: sentence,
      license: sentence,
      compatibility: sentence,
      metadata: fc.dictionary(word, sentence),
    },
    { requiredKeys: ['name', 'description'] },
  )
  fc.assert(
    fc.property(skill, fc.constantFrom('Do it.', '# Title\n\n- a\n- b'), (fields, body) => {
      const { name: folder, description, license, compatibility, metadata } = fields
      const matter = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      const text = file(matter.join('\n'), body)
      expect(judge(text, folder)).toEqual([])
      const found = read(text, folder)
      if (!found.ok) throw new Error(found.problem)
      expect(found.notes).toEqual([])
      expect([found.skill.name, found.skill.body]).toEqual([folder, body])
      // What is shown has no look-alikes of our own marks, so texts are compared by their letters.
      const letters = (value = '') => value.replaceAll(/[^\p{L}\p{N}]/gu, '')
      expect(letters(found.skill.description)).toBe(letters(description))
      expect(letters(found.skill.license)).toBe(letters(license))
      expect(letters(found.skill.compatibility)).toBe(letters(compatibility))
      expect(Object.keys(found.skill.otherFields).length).toBe(Object.keys(metadata ?? {}).length)
    }),
    { numRuns: propertyRuns(200) },
  )
})

const remarkOf = (found: ReadSkill) => (found.ok ? found.notes.join('\n') : undefined)

test.each([
  ['a name in capitals', file('name: PDF\ndescription: x'), /must be lowercase/, /"pdf" is used/],
  ['a name with blanks', file('name: my pdf\ndescription: x'), /invalid characters/, /"my-pdf" is used/],
  ['a dash at the end of the name', file('name: pdf-\ndescription: x'), /hyphen/, /"pdf" is used/],
  ['two dashes in the name', file('name: p--df\ndescription: x'), /hyphen/, /"p-df" is used/],
  ['a name of 70 letters', file(`name: ${'a'.repeat(70)}\ndescription: x`), /64/, /is used/],
  ['the name of another folder', file('name: forms\ndescription: x'), /must match/, /differs from that of its folder/],
  ['no name', file('description: x'), /name/, /that of its folder is used/],
  ['a description that is too long', file(`name: pdf\ndescription: ${'a'.repeat(1_100)}`), /1024/, /first 1024/],
  ['a colon in a value', file('name: pdf\ndescription: Use it when: forms'), /YAML/, /colon needs quotes/],
  ['a field of one client', file('name: pdf\ndescription: x\nmodel: opus'), /field/i, /^$/],
  ['a byte order mark', `\uFEFF${file('name: pdf\ndescription: x')}`, /must start/, /^$/],
])('the reference library refuses %s, and it is read all the same', (_, text, refusal, remark) => {
  expect(judge(text, 'pdf').join('\n')).toMatch(refusal)
  expect(remarkOf(read(text))).toMatch(remark)
})

test('three dashes inside a value end the front matter for the reference library alone', () => {
  const text = file('name: pdf\ndescription: a --- b')
  expect(parseFrontmatter(text)[0].description).toBe('a')
  expect(read(text)).toMatchObject({ ok: true, notes: [], skill: { description: 'a --- b' } })
})

test.each([
  ['no description', file('name: pdf')],
  ['an empty description', file('name: pdf\ndescription: ""')],
  ['no front matter', '# Title'],
  ['a front matter without end', '---\nname: pdf\ndescription: x\n'],
  ['a list in place of fields', file('- name\n- description')],
])('a file with %s is refused by the reference library and here', (_, text) => {
  expect(judge(text, 'pdf')).not.toEqual([])
  expect(read(text)).toMatchObject({ ok: false })
})

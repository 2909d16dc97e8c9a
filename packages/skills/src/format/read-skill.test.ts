import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { readSkill } from './read-skill.ts'

const skill = (matter: string, body = 'Do it.') => readSkill(`---\n${matter}\n---\n${body}`, 'pdf')

describe('a skill is read', () => {
  test('with all fields of the format, and unknown ones are kept as text', () => {
    const read = skill(
      'name: pdf\ndescription: Fills in forms.\nlicense: MIT\ncompatibility: Needs python\nallowed-tools: Bash(git:*) Read\nmodel: opus\nmetadata:\n  author: me\n  drawbridge.env: A_KEY, B_KEY\n  drawbridge.programs: node',
    )
    expect(read).toMatchObject({
      ok: true,
      notes: [],
      skill: {
        name: 'pdf',
        description: 'Fills in forms.',
        license: 'MIT',
        compatibility: 'Needs python',
        allowedTools: ['Bash(git:*)', 'Read'],
        environment: ['A_KEY', 'B_KEY'],
        programs: ['node'],
        otherFields: { model: 'opus', 'metadata.author': 'me' },
        body: 'Do it.',
      },
    })
  })

  test.each([
    ['Windows line ends and a byte order mark', '\uFEFF---\r\nname: pdf\r\ndescription: Fills.\r\n---\r\nBody', []],
    ['a colon that needs quotes', '---\nname: pdf\ndescription: Use it when: forms\n---\n', [/colon needs quotes/]],
    ['three dashes inside a value', '---\nname: pdf\ndescription: a --- b\n---\n', []],
    ['a block of lines', '---\nname: pdf\ndescription: >\n  Fills\n  in.\n---\n', []],
    ['JSON', '---\n{"name": "pdf", "description": "Fills."}\n---\n', []],
    [
      'another name than its folder',
      '---\nname: forms\ndescription: Fills.\n---\n',
      [/differs from that of its folder/],
    ],
    ['a name in another form', '---\nname: PDF Forms\ndescription: Fills.\n---\n', [/"pdf-forms" is used/]],
    ['no name', '---\ndescription: Fills.\n---\n', [/that of its folder is used/]],
    ['a command in its text', '---\nname: pdf\ndescription: Fills.\n---\nNow: !`rm -rf x`', [/run nothing/]],
    ['a very long description', `---\nname: pdf\ndescription: ${'a'.repeat(2_000)}\n---\n`, [/first 1024 are shown/]],
  ])('with %s', (_, text, notes) => {
    const read = readSkill(text, 'pdf')
    expect(read).toMatchObject({ ok: true })
    expect(read.ok && read.notes).toEqual(notes.map((note) => expect.stringMatching(note)))
  })
})

describe('a file is refused', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
    .join('\n')}`
  test.each([
    ['without a front matter', '# Title', /does not begin/],
    ['whose front matter never ends', '---\nname: x', /not closed/],
    ['without a description', '---\nname: pdf\n---\n', /no description/],
    ['with an empty description', '---\nname: pdf\ndescription: ""\n---\n', /no description/],
    ['whose aliases grow without bound', `---\nname: pdf\ndescription: x\n${bomb}\n---\n`, /not YAML/],
    ['with one field twice', '---\nname: pdf\nname: other\ndescription: x\n---\n', /not YAML/],
    ['with a list in place of fields', '---\n- name\n---\n', /not a list of fields/],
    [
      'with a front matter without end',
      `---\nname: pdf\ndescription: x\nmore: ${'y'.repeat(40_000)}\n---\n`,
      /characters/,
    ],
    ['whose name leads to another folder', '---\nname: "../../etc/x\\0"\ndescription: x\n---\n', /is a path/],
    ['whose name mixes alphabets', '---\nname: "p\u0430ypal"\ndescription: x\n---\n', /look alike/],
  ])('%s', (_, text, problem) => {
    expect(readSkill(text, 'pdf')).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })

  test('names that objects inherit are plain fields', () => {
    const read = skill(
      'name: pdf\ndescription: x\n__proto__:\n  polluted: yes\nconstructor: y\nmetadata:\n  __proto__: z',
    )
    expect(read.ok && read.skill.otherFields).toMatchObject({ constructor: 'y' })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

test('no text breaks the reader, and what is shown of a skill is single lines without hidden characters', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '---',
      'name: a',
      'description: b',
      'metadata:',
      '  x: y',
      '- z',
      '&a',
      '*a',
      '!!js/function x',
      '? q',
      '{',
      '}',
      '"',
      '|',
      '>',
      '<<: *a',
      '\u202e',
      '\u200b',
      '\0',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 15 }), (lines) => {
      const read = readSkill(['---', ...lines, '---', 'x'].join('\n'), 'folder')
      if (!read.ok) return
      const { name, description, otherFields, allowedTools } = read.skill
      expect(name).toMatch(/^[\p{Ll}\p{Lo}\p{N}-]{1,64}$/u)
      const shown = [description, ...allowedTools, ...Object.entries(otherFields).flat()]
      for (const text of shown) expect(text).not.toMatch(/[\n\r\u202e\u200b]/)
    }),
    { numRuns: propertyRuns(200) },
  )
})

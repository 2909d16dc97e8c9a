import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkPlainEnglish } from './plain-english.ts'

test('given plain comments, messages and documents, it passes', async () => {
  const root = plantRepository({
    'packages/core/src/plain.ts': [
      '/** Returns the rule that decided; undefined if there is no rule. */',
      'export const wayOut = (name: string) => `The tool "${name}" does not exist. Call it by its name.`',
      '// One line of a comment, and a second line that begins with a small word:',
      '// where the first one ended.',
      "export const keyword = 'anew'",
      '// The folder where a command runs, and the line where a value ends.',
      "export const query = 'update notes set text = null where id = 1'",
    ].join('\n'),
    'packages/core/src/plain.test.ts':
      "// Whether tests are read too: they are not.\nexport const text = 'there is something beside it'\n",
    'docs/guide.md':
      'A file is not a folder. `Whoever reads code in backticks` is spared.\n\n```sh\necho whoever anew\n```\n',
  })
  expect(await checkPlainEnglish(root)).toMatchObject({ passed: 1, failed: 0, report: [] })
})

test.each([
  ['/** Whether it ends. */', '1 says "Whether": write a verb first'],
  ['/** How far it came. */', '1 says "How": write a verb first'],
  ['/** Why it ended. */', '1 says "Why": write a verb first'],
  ['/** When it ended. */', '1 says "When": write a verb first'],
  ['/** Which call it was. */', '1 says "Which": write a verb first'],
  ['/** That of the machine. */', '1 says "That": write a verb first'],
  [
    '/** @throws DrawbridgeError `store_full` where the disk is full. */',
    '1 says "@throws DrawbridgeError `store_full` where": write "if"',
  ],
  ['/** Returns the rule; undefined where it has none. */', '1 says "undefined where": write "if"'],
  ['/** Rejects with `stale_file` where it changed. */', '1 says "Rejects with `stale_file` where": write "if"'],
  ['// Bash where there is one, else sh.', '1 says "where there is one": write "if"'],
  ['\n/**\n * Of a call\n * without a limit.\n */', '3 says "Of"'],
  ['// Ends it. What is left stays beside it.', '1 says "beside": write "next to"'],
  ["throw new Error('The entry is no file. Name one.')", '1 says "is no": write "is not a …"'],
  ['const text = `Try it anew, ${name}, at once.`', '1 says "anew": write "again"'],
  ["const text = 'Set recursive if all of it shall go.'", '1 says "shall"'],
  ["const text = 'The approver is told to stop.'", '1 says "is told": write what happens'],
  ["// The mode needs the operator's leave.", `1 says "operator's leave": write "approval"`],
  ["const text = 'It stands in three places at once.'", '1 says "stands in"'],
])('given %j in a source, it reports the line, the words and the way out', async (source, problem) => {
  const root = plantRepository({ 'packages/core/src/odd.ts': `${source}\n` })
  const { failed, report } = await checkPlainEnglish(root)
  expect(failed).toBe(1)
  expect(report[0]).toContain(`packages/core/src/odd.ts:${problem}`)
})

test.each(['README.md', 'docs/guide.md', 'packages/core/README.md', 'CONTRIBUTING.md'])(
  'given odd words in %s, it reports them',
  async (path) => {
    const root = plantRepository({ [path]: '# Title\n\nWhoever reads this may mend it.\n' })
    const { report } = await checkPlainEnglish(root)
    expect(report).toEqual([
      `${path}:3 says "Whoever": write name the actor: "the process that …".`,
      `${path}:3 says "mend": write "fix".`,
    ])
  },
)

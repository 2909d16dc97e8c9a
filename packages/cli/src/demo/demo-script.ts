import type { ScriptedTurn } from '@drawbridge/core/testing'

/**
 * Returns the text and calls of the scripted model. Its text announces the next step and never claims a result, which
 * only the pipeline reports.
 * @param node The command that starts the project's tests.
 */
export function demoScript(node: string): readonly ScriptedTurn[] {
  const runTests = { name: 'runtime.run_command', arguments: { argv: [node, '--test'] } }
  return [
    { text: 'I look at what is there.', calls: [{ name: 'fs.list_files', arguments: { path: '.', recursive: true } }] },
    { text: 'I run the tests.', calls: [runTests] },
    {
      text: 'I look for the rule that gives the discount, and read it.',
      calls: [
        { name: 'fs.search', arguments: { query: 'count >', path: 'src' } },
        { name: 'fs.read_file', arguments: { path: 'src/price.js' } },
      ],
    },
    {
      text: 'Ten pieces should count as well, so I change the comparison.',
      calls: [
        {
          name: 'fs.edit',
          arguments: { path: 'src/price.js', edits: [{ old: 'count > 10', new: 'count >= 10' }] },
        },
      ],
    },
    { text: 'I run the tests again.', calls: [runTests] },
    {
      text: 'I try something that I should not: to read a file far outside of the project.',
      calls: [{ name: 'fs.read_file', arguments: { path: '../../../../../../../../etc/passwd' } }],
    },
    {
      text: 'I misspell a tool.',
      calls: [{ name: 'fs.raed_file', arguments: { path: 'README.md' } }],
    },
    { text: 'That was my script.' },
  ]
}

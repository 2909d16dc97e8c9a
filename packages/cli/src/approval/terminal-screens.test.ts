import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { atTerminal } from '../__fixtures__/at-terminal.ts'

const program = join(import.meta.dirname, '__fixtures__/ask-at-terminal.ts')

interface Screen {
  readonly scene: string
  /** The keys of a person, one for each question. */
  readonly keys: readonly string[]
  readonly columns?: number
  readonly colour?: boolean
}

function drive(script: string, { scene, ...screen }: Screen): Promise<string> {
  return atTerminal(script, { command: `exec '${process.execPath}' --no-warnings '${program}' ${scene}`, ...screen })
}

describeWithProgram('script', 'the screens are made in a pseudo terminal', (script) => {
  test.each<[string, Screen]>([
    ['edit', { scene: 'edit', keys: ['s'] }],
    ['edit-colour', { scene: 'edit', keys: ['y'], colour: true }],
    ['command', { scene: 'command', keys: ['y'] }],
    ['command-colour', { scene: 'command', keys: ['y'], colour: true }],
    ['command-narrow', { scene: 'command', keys: ['q'], columns: 60 }],
    ['network', { scene: 'network', keys: ['a'] }],
    ['network-narrow', { scene: 'network', keys: ['y'], columns: 60 }],
    ['outside', { scene: 'outside', keys: ['x', 'q'] }],
    ['batch', { scene: 'batch', keys: ['s', 'y', 'q'] }],
  ])('%s, in which no row is wider than the terminal', async (name, screen) => {
    const shown = await drive(script, screen)
    await expect(shown).toMatchFileSnapshot(join(import.meta.dirname, `__screens__/${name}.txt`))
    const rows = stripVTControlCharacters(shown.slice(0, shown.indexOf('decided:'))).split('\n')
    expect(rows.filter((row) => [...row].length > (screen.columns ?? 80))).toEqual([])
  })
})

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'

const program = join(import.meta.dirname, '__fixtures__/ask-at-terminal.ts')

interface Screen {
  readonly scene: string
  /** The keys of a person, one for each question. */
  readonly keys: readonly string[]
  readonly columns?: number
  readonly colour?: boolean
}

/** Everything that a person at a terminal of this size sees, who presses the next key whenever a question waits for one. */
async function drive(script: string, { scene, keys, columns = 80, colour = false }: Screen): Promise<string> {
  const command = `stty cols ${columns} rows 50; exec '${process.execPath}' --no-warnings '${program}' ${scene}`
  const environment = { PATH: process.env.PATH ?? '', HOME: '/nowhere', TERM: 'xterm-256color', SHELL: '/bin/sh' }
  const child = spawn(script, ['-qefc', command, '/dev/null'], {
    env: colour ? environment : { ...environment, NO_COLOR: '1' },
  })
  const remaining = [...keys]
  let shown = ''
  let answered = 0
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const prompts = shown.match(/^> /gm)?.length ?? 0
    if (prompts <= answered) return
    answered = prompts
    // What is typed before a question was there for a moment is no answer to it.
    setTimeout(() => child.stdin.write(remaining.shift() ?? ''), 250)
  })
  await new Promise((resolve) => child.once('close', resolve))
  return shown.replaceAll('\r', '')
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

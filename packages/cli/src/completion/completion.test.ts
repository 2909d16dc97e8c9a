import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import type { CompletedGroup } from './completed-command.ts'
import { renderBash } from './render-bash.ts'
import { renderFish } from './render-fish.ts'
import { renderZsh } from './render-zsh.ts'

const script = async (shell: string) => (await runHere(scratchFolder(), ['completion', shell])).stdout

/** Asks a real bash, through the function that `complete` registered, what the last of these words may become. */
function completeInBash(text: string, words: readonly string[], cwd: string): readonly string[] {
  const line = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drawbridge; printf "%s\\n" "${COMPREPLY[@]}"'
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['--norc', '-c', `${text}\n${line}`, 'bash', 'drawbridge', ...words],
    {
      cwd,
      encoding: 'utf8',
    },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter((word) => word !== '')
}

describeWithProgram('bash', 'the script is read by a real bash', () => {
  test('bash registers the function, and completes commands, options and values', async () => {
    const text = await script('bash')
    const { workspace } = scratchFolder({ 'my notes.jsonc': '', 'inner/a.txt': '' })
    const complete = (...words: string[]) => completeInBash(text, words, workspace)
    const registered = spawnSync('bash', ['--norc', '-c', `${text}\ncomplete -p drawbridge`], { encoding: 'utf8' })
    expect(registered.stdout).toBe('complete -F _drawbridge drawbridge\n')
    expect(complete('pol')).toEqual(['policy'])
    expect(complete('policy', '')).toEqual(['check', 'test', 'tools', 'versions', 'apply', 'revert'])
    expect(complete('call', '--mo')).toEqual(['--mode'])
    expect(complete('call', '--mode', 'p')).toEqual(['plan'])
    expect(complete('call', '--mode', '=', 'acc')).toEqual(['accept-edits'])
    expect(complete('call', '--mode', '=')).toContain('non-interactive')
    expect(complete('call', 'fs.read')).toEqual(['fs.read_file'])
    expect(complete('tools', '--dialect', 'ca')).toEqual(['canonical'])
    expect(complete('policy', 'check', 'my')).toEqual(['my notes.jsonc'])
    expect(complete('call', '--workspace', '')).toEqual(['inner'])
    expect(complete('approvals', 'answer', 'x', 'allow_o')).toEqual(['allow_once'])
    expect(complete('grants', '--a')).toEqual(['--all'])
    expect(complete('sessions', '--json', '--li')).toEqual(['--limit'])
    expect(complete('help', 'repl')).toEqual(['replay'])
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(complete('nothing', '')).toEqual([])
  })

  test('every command and every option that it has is offered', async () => {
    const text = await script('bash')
    const { workspace } = scratchFolder()
    const first = completeInBash(text, [''], workspace).filter((word) => /^[a-z]/.test(word) && word !== 'help')
    const { stdout } = await runHere(scratchFolder(), ['--help'])
    expect(first).toEqual([...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name))
    for (const command of ['mcp', 'init', 'shell check']) {
      const help = await runHere(scratchFolder(), [...command.split(' '), '--help'])
      const flags = [...help.stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag)
      expect(completeInBash(text, [...command.split(' '), '--'], workspace).toSorted()).toEqual(flags.toSorted())
    }
  })
})

describeWithProgram('zsh', 'the script is read by a real zsh', (zsh) => {
  test('zsh accepts the script', async () => {
    expect(spawnSync(zsh, ['-n'], { input: await script('zsh'), encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })
})

describeWithProgram('fish', 'the script is read by a real fish', (fish) => {
  test('fish completes commands and values', async () => {
    const { root } = scratchFolder()
    const file = join(root, 'drawbridge.fish')
    writeFileSync(file, await script('fish'))
    const complete = (line: string) =>
      spawnSync(fish, ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
        encoding: 'utf8',
        env: { ...process.env, HOME: root },
      })
        .stdout.split('\n')
        .flatMap((found) => found.split('\t')[0] || [])
    expect(complete('drawbridge pol')).toEqual(['policy'])
    expect(complete('drawbridge call --mode=p')).toEqual(['--mode=plan'])
    expect(complete('drawbridge grants --a')).toEqual(['--all'])
  })
})

describe('zsh and fish, where they are not installed', () => {
  test('zsh lists commands with their summary, and options with their values', async () => {
    const text = await script('zsh')
    expect(text).toMatch(/^#compdef drawbridge\n/)
    expect(text).toContain("'call:make one tool call, or one per line of standard input'")
    expect(text).toContain("'*--approve=[")
    expect(text).toMatch(/'\*--mode=\[.*\]:value:\(default plan accept-edits bypass non-interactive\)'/)
  })

  test('fish knows options, values and folders', async () => {
    const text = await script('fish')
    expect(text).toContain("complete -c drawbridge -n '__drawbridge_is policy' -a check -d ")
    expect(text).toMatch(/-n '__drawbridge_begins call' -l mode -x -a 'default plan .*' -d /)
    expect(text).toMatch(/-n '__drawbridge_alone grants' -l all -d /)
  })
})

test('a summary with quotation marks, brackets and colons stays text in every shell', () => {
  const groups: readonly CompletedGroup[] = [
    {
      name: 'odd',
      summary: `it's [odd]: $(touch pwned) \\`,
      commands: [
        {
          path: ['odd'],
          summary: '',
          isDefault: false,
          options: [{ flag: '--odd', summary: `it's [odd]: $(touch pwned) \\`, value: { kind: 'other' } }],
          arguments: [],
        },
      ],
    },
  ]
  expect(spawnSync('bash', ['-n'], { input: renderBash(groups), encoding: 'utf8' })).toMatchObject({ status: 0 })
  expect(renderZsh(groups)).toContain(`'odd:it'\\''s [odd]: $(touch pwned) \\'`)
  expect(renderZsh(groups)).toContain(`'*--odd=[it'\\''s \\[odd\\]: $(touch pwned) \\\\]:value: '`)
  expect(renderFish(groups)).toContain(`'it\\'s [odd]: $(touch pwned) \\\\'`)
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { DrawbridgeError } from '@drawbridge/core'
import { defineRoom, type Room } from '@drawbridge/room'
import { describe, expect, test, vi } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { exitCodeOf } from './run-task.ts'

let answers: Parameters<typeof scriptModel>[0] = []
let brokenBlock: Error | undefined

// The only models are those of the test.
vi.mock('../../../sdk/src/rooms.ts', async (original) => {
  const { builtInRooms } = await original<{ builtInRooms: readonly Room[] }>()
  const room = defineRoom({
    name: 'script',
    promptBlocks: [
      {
        name: 'breaking',
        text: async () => {
          if (brokenBlock !== undefined) throw brokenBlock
          return ''
        },
      },
    ],
    provides: {
      modelCatalogue: async () => {
        const model = scriptModel(answers)
        const get = async () => model
        return { list: () => [model.id], default: get, small: get, get }
      },
    },
  })
  return { builtInRooms: [...builtInRooms.filter(({ provides }) => provides?.modelCatalogue === undefined), room] }
})

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input })
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })

describe('drawbridge run', () => {
  test('finds a planted bug, edits, runs the tests and reports, and its record replays equal', async () => {
    const folder = scratchFolder({
      'sum.js': 'export const sum = (a, b) => a - b\n',
      'sum.test.js':
        "import assert from 'node:assert'\nimport { sum } from './sum.js'\nassert.equal(sum(2, 2), 4)\nconsole.log('all good')\n",
      'package.json': '{"type":"module"}',
    })
    answers = [
      { text: 'I run the tests.', calls: [call('runtime__exec', { command: 'node sum.test.js' })] },
      { calls: [call('fs__read_file', { path: 'sum.js' }), call('fs__list_files', {})] },
      { calls: [call('fs__edit', { path: 'sum.js', edits: [{ old: 'a - b', new: 'a + b' }] })] },
      { calls: [call('runtime__exec', { command: 'node sum.test.js' })] },
      { text: 'sum.js subtracted. Fixed; the tests pass.' },
    ]
    const done = await runHere(folder, ['run', 'fix the tests', '--approve', 'always', '--json'])
    expect(done.stderr).toBe('')
    const lines = linesOf(done.stdout)
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      reason: 'completed',
      exitCode: 0,
      turns: 5,
      calls: 5,
      text: 'sum.js subtracted. Fixed; the tests pass.',
    })
    expect(done.code).toBe(0)
    expect(lines.filter(({ type }) => type === 'approval.requested').length).toBeGreaterThan(0)
    expect(readFileSync(join(folder.workspace, 'sum.js'), 'utf8')).toContain('a + b')
    expect(execFileSync(process.execPath, ['sum.test.js'], { cwd: folder.workspace, encoding: 'utf8' })).toBe(
      'all good\n',
    )

    const { session } = lines.at(-1) as unknown as { session: string }
    const replay = await runHere(folder, ['replay', session])
    expect(replay.stdout + replay.stderr).toMatch(/equal|no difference/i)
    expect(replay.code).toBe(0)

    const read = await runHere(folder, ['sessions', 'export', session, '--as', 'markdown'])
    expect(read.stdout).toMatch(
      /^## user\n\nfix the tests\n\n## assistant\n\nI run the tests\.[\s\S]*### result of fs\.edit/,
    )
    const tree = await runHere(folder, ['sessions', 'show', session, '--tree'])
    expect(tree.stdout).toContain('fs.edit')
  })

  test('goes by the definition of its agent, and a later process that resumes it does too', async () => {
    const definition = `---
description: Looks, and changes nothing.
limits: { maxTurns: 2 }
tools: { deny: [group:runtime] }
permissions: { rules: [{ tools: fs.write_file, then: deny, reason: It only looks. }] }
---
You only look.
`
    const folder = scratchFolder({ 'a.txt': 'hello', 'agents/planted/AGENT.md': definition })
    mkdirSync(join(folder.home, 'agents/looker'), { recursive: true })
    writeFileSync(join(folder.home, 'agents/looker/AGENT.md'), definition)
    const endings = async (args: readonly string[]) => {
      answers = [
        { calls: [call('runtime__exec', { command: 'true' }), call('fs__write_file', { path: 'b.txt', content: '' })] },
        { text: 'Not allowed.' },
      ]
      const { stdout } = await runHere(folder, ['run', 'look', '--json', '--approve', 'always', ...args])
      const lines = linesOf(stdout) as { type: string; outcome?: { code: string }; session?: string; turns?: number }[]
      return {
        codes: lines.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.code])),
        result: lines.at(-1),
      }
    }
    const refused = ['tool_not_available', 'denied_by_policy']
    const first = await endings(['--agent', 'looker'])
    expect(first).toMatchObject({ codes: refused, result: { turns: 2 } })
    expect((await endings(['--resume', first.result?.session ?? ''])).codes).toEqual(refused)
    expect((await runHere(folder, ['run', 'x', '--agent', 'planted'])).stderr).toContain('does not exist')

    const { stdout } = await runHere(folder, ['explain', '--prompt', '--agent', 'looker', '--json'])
    const { blocks } = JSON.parse(stdout) as { blocks: { source: string; text: string }[] }
    expect(blocks.map(({ source }) => source.replace(/^.*(?=agents\/)/, ''))).toEqual([
      'rules',
      'agents/looker/AGENT.md:7',
      'skills.skills',
    ])
    expect(blocks[1]?.text).toBe('You only look.')
  })

  test('without a person denies what needs one, tells the model, and says so with its exit code', async () => {
    const folder = scratchFolder()
    answers = [{ calls: [call('fs__write_file', { path: 'a.txt', content: 'x' })] }, { text: 'I was not allowed to.' }]
    const { code, stdout } = await runHere(folder, ['run', 'write a.txt'])
    expect({ code, stdout }).toEqual({ code: 3, stdout: 'I was not allowed to.\n' })
  })

  test('ends with one result object when its time is over', async () => {
    answers = [{ waitFor: new Promise(() => undefined) }]
    const { code, stdout } = await runHere(scratchFolder(), ['run', 'think', '--max-seconds', '0.2', '--json'])
    expect(code).toBe(5)
    expect(linesOf(stdout).at(-1)).toMatchObject({ type: 'result', reason: 'budget', exitCode: 5 })
  })

  test('ends with one result object if something fails after it began', async () => {
    brokenBlock = new DrawbridgeError('invalid_option', 'The file of it is gone.')
    const { code, stdout } = await runHere(scratchFolder(), ['run', 'think', '--json'])
    brokenBlock = undefined
    expect(code).toBe(1)
    expect(linesOf(stdout).at(-1)).toMatchObject({
      type: 'result',
      reason: 'failed',
      message: 'The file of it is gone.',
    })
  })

  test('does not end while children work, and reads what they announce', async () => {
    answers = ({ messages }) => {
      const text = JSON.stringify(messages)
      if (text.includes('There are three.')) return { text: 'Three.' }
      if (text.includes('How many?')) return text.includes('"tool"') ? { text: 'I wait.' } : { calls: [spawn] }
      return { text: 'There are three.' }
    }
    const spawn = call('agent__spawn', { task: 'Count the files.', label: 'count' })
    const { stdout, code } = await runHere(scratchFolder(), ['run', 'How many?', '--json'])
    const lines = linesOf(stdout)
    expect(lines.at(-1)).toMatchObject({ type: 'result', text: 'Three.', turns: 3, exitCode: 0 })
    expect(lines.at(-1)).toMatchObject({ children: { tokens: expect.any(Number) } })
    expect(lines.filter(({ type }) => type === 'child.changed')).toMatchObject([
      { path: ['count'], state: 'pending' },
      { path: ['count'], state: 'running' },
      { path: ['count'], state: 'completed' },
    ])
    expect(code).toBe(0)
  })

  test('reads the task from standard input only if it is asked to, and goes on with a session', async () => {
    const folder = scratchFolder()
    answers = [{ text: 'Hello.' }]
    const first = linesOf((await runHere(folder, ['run', '-', '--json'], 'say hello')).stdout).at(-1) as unknown as {
      session: string
    }
    answers = [{ text: 'Again.' }]
    expect((await runHere(folder, ['run', 'once more', '--resume', first.session])).stdout).toBe('Again.\n')
    const told = await runHere(folder, ['sessions', 'export', first.session, '--as', 'json'])
    expect(linesOf(told.stdout)).toHaveLength(4)
    expect((await runHere(folder, ['run', 'x', '--resume', 'none'])).stderr).toContain('No conversation is recorded')
    expect((await runHere(folder, ['run', '-'], ' ')).code).toBe(2)
    const both = await runHere(folder, ['run', 'x', '--resume', first.session, '--fork', first.session])
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('give one of them') })
  })

  test.each(['0', '-1', '1.5', 'many', ' '])('does not take "%s" for a number of turns', async (given) => {
    const { code, stderr } = await runHere(scratchFolder(), ['run', 'x', `--max-turns=${given}`])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--max-turns cannot be "${given}"`)])
  })

  test('does not promise a limit of the cost of a model whose price it does not know', async () => {
    const { code, stderr } = await runHere(scratchFolder(), ['run', 'x', '--max-cost', '1'])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/price of "scripted\/test" is not known.*--max-tokens/)])
  })

  test('shows the model its tools in the dialect that the operator has set', async () => {
    const folder = scratchFolder()
    mkdirSync(folder.home, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{ "tools": { "dialect": "gemini" } }')
    let names: readonly string[] = []
    answers = ({ tools = [] }) => {
      names = tools.map(({ name }) => name)
      return { text: 'Hello.' }
    }
    await runHere(folder, ['run', 'say hello'])
    expect(names).toContain('run_shell_command')
  })

  test('has an exit code for each end', () => {
    const codes = (['completed', 'aborted_tools', 'budget', 'max_turns', 'aborted', 'failed', 'refused'] as const).map(
      (reason) => exitCodeOf({ reason, denied: 0 }),
    )
    expect(codes).toEqual([0, 3, 5, 5, 130, 1, 1])
  })
})

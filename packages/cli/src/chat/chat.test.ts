import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { inTmux } from '../../../chat/src/__fixtures__/in-tmux.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const program = join(import.meta.dirname, '__fixtures__/scripted-chat.ts')
const wrong = 'export const sum = (a, b) => a - b\n'

test('without a terminal a chat says that it needs one', async () => {
  expect(await runHere(scratchFolder(), ['chat'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A chat needs a terminal'),
  })
})

describeWithProgram('tmux', 'the chat is driven in a real terminal', (tmux) => {
  test('a child is shown while it works, asks with its path, and its end wakes a chat that does nothing', async () => {
    const { workspace, home } = scratchFolder()
    const screen = await inTmux(tmux, {
      command: `'${process.execPath}' --no-warnings '${program}' '${home}' '${workspace}'`,
      environment: { NO_COLOR: '1' },
      rows: 50,
    })
    const say = async (text: string) => {
      await screen.type(text)
      await screen.press('Enter')
    }
    await screen.until('scripted/test · default')
    await say('have it written')
    const asked = await screen.until('Press y, s, n, q:')
    expect(asked).toMatch(/fs\.write_file[\s\S]*For +writer \(sub\)/)
    expect(asked).toMatch(/◦ writer · .*waits for an answer about fs\.write_file/)
    await screen.type('y')
    expect(await screen.until('The child has written it.')).toContain('Child writer completed')
    expect(readFileSync(join(workspace, 'made.txt'), 'utf8')).toBe('x')
    await say('/children writer')
    await screen.until(/child calls fs__write_file[\s\S]*child: I wrote it\./)
    await say('/quit')
    await screen.until('exit code 0')
  }, 60_000)

  test('an agent works, asks, is explained, undone, and resumed by another process', async () => {
    const { workspace, home } = scratchFolder({ 'sum.js': wrong })
    const sum = () => readFileSync(join(workspace, 'sum.js'), 'utf8')
    const start = (more: string) =>
      inTmux(tmux, {
        command: `'${process.execPath}' --no-warnings '${program}' '${home}' '${workspace}' ${more}`,
        environment: { NO_COLOR: '1' },
        rows: 50,
      })
    const screen = await start('')
    const say = async (text: string) => {
      await screen.type(text)
      await screen.press('Enter')
    }
    await screen.until('scripted/test · default')
    await say('please correct the sum')
    const asked = await screen.until('Press y, s, n, q:')
    expect(asked).toMatch(/> please correct the sum[\s\S]*✓ fs\.read_file[\s\S]*▶ Correct the sum/)
    expect(asked).toMatch(/-export const sum = \(a, b\) => a - b\n.*\+export const sum = \(a, b\) => a \+ b/)
    expect(sum()).toBe(wrong)
    await screen.type('y')
    await screen.until('The sum is right now.')
    expect(sum()).toBe('export const sum = (a, b) => a + b\n')

    await say('/explain')
    await screen.until(/fs\.edit would need approval[\s\S]*Considered:/)
    await say('/mode accept-edits')
    await screen.until('The mode is now "accept-edits".')
    await say('/undo')
    await screen.until('Restored "sum.js".')
    expect(sum()).toBe(wrong)
    await say('/quit')
    const left = await screen.until('exit code 0')
    expect(left).toContain('To go on later: drawbridge chat --resume ')

    const resumed = await start('--resume')
    expect(await resumed.until('scripted/test · default')).toMatch(
      /> please correct the sum[\s\S]*fs\.read_file +sum\.js[\s\S]*The sum is right now\.[\s\S]*▶ Correct the sum/,
    )
    await resumed.type('/cost')
    await resumed.press('Enter')
    expect(await resumed.until('tokens in this conversation')).not.toMatch(/\b0 tokens in this/)
  }, 120_000)
})

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { beginRepository, type CodingSession, playCodingSession } from './coding-session.ts'
import { projectFiles } from './project-files.ts'

/** Plays one in a project of its own. Resolves to its questions, how many calls succeeded, and its commits. */
async function play(mode: CodingSession['mode'], isHostile: boolean) {
  const { workspace, home } = scratchFolder(projectFiles)
  expect(beginRepository(workspace)).toBe(true)
  const played = await playCodingSession({ workspace, home, mode, isHostile, node: 'node' })
  const log = execFileSync('git', ['log', '--format=%s'], { cwd: workspace, encoding: 'utf8' })
  const price = execFileSync('git', ['show', 'HEAD:src/price.js'], { cwd: workspace, encoding: 'utf8' })
  return { ...played, log, price }
}

test('a coding session whose user asked for all of it needs fewer questions in the mode autonomous, and does the same', async () => {
  const byDefault = await play('watch', false)
  const alone = await play('autonomous', false)
  const all = ['demo.fetch_page', 'fs.edit', ...Array(3).fill('runtime.run_command')]
  expect([byDefault, alone].map(({ asked }) => asked.map(({ tool }) => tool))).toEqual([all, ['demo.fetch_page']])
  for (const { ok, log, price } of [byDefault, alone]) {
    expect(ok).toBe(6)
    expect(log).toBe('Give the discount from ten pieces on\n')
    expect(price).toContain('count >= 10')
  }
})

test('the same session with a hostile issue asks before the first act that the issue caused, and about nothing else', async () => {
  const { asked, ok, log } = await play('autonomous', true)
  expect(asked.slice(1)).toEqual([
    {
      tool: 'runtime.run_command',
      answer: 'no',
      reason: expect.stringContaining('https://mirror.evil.example/shop.git'),
    },
  ])
  expect(asked[1]?.reason).toContain('It comes from demo.fetch_page')
  expect(ok).toBe(6)
  expect(log).toBe('Give the discount from ten pieces on\n')
})

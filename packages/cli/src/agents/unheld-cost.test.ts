import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

/** A home with an agent that may spend half a dollar. */
function homeWith(models: object) {
  const folder = scratchFolder()
  mkdirSync(join(folder.home, 'agents/thrifty'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder.home, 'agents/thrifty/AGENT.md'), '---\ndescription: x\nlimits: { maxCost: 0.5 }\n---\n')
  const provider = { type: 'scripted', script: 'script.json', models }
  const config = { models: { default: 'demo/s', providers: { demo: provider } } }
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config), { mode: 0o600 })
  writeFileSync(join(folder.home, 'script.json'), '[{ "text": "Done." }]')
  return folder
}

test('a limit in dollars that the model has no price for is refused by runs, and shown by doctor and config explain', async () => {
  const folder = homeWith({})
  const run = await runHere(folder, ['run', 'Work.', '--agent', 'thrifty'])
  expect([run.code, run.stdout]).toEqual([2, ''])
  expect(run.stderr).toContain('The budget of $0.5 cannot be held: the price of "demo/s" is not known.')
  const { checks } = jsonOf<{ checks: object[] }>(await runHere(folder, ['doctor', '--json']))
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'configuration',
      status: 'warn',
      message: expect.stringContaining('agents.thrifty.limits.maxCost cannot be held'),
    }),
  )
  const explained = jsonOf<{ values: object[] }>(await runHere(folder, ['config', 'explain', '--json']))
  expect(explained.values).toContainEqual(
    expect.objectContaining({
      key: 'agents.thrifty.limits.maxCost',
      value: 0.5,
      remark: expect.stringContaining('the price of "demo/s" is not known'),
    }),
  )
})

test('a price of zeros holds a limit in dollars: the model costs nothing', async () => {
  const folder = homeWith({ s: { price: { input: 0, output: 0 } } })
  expect(await runHere(folder, ['run', 'Work.', '--agent', 'thrifty'])).toMatchObject({ code: 0, stdout: 'Done.\n' })
  expect((await runHere(folder, ['config', 'explain'])).stdout).not.toContain('cannot be held')
})

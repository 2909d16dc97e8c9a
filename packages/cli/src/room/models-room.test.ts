import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FakeFamily, openFakeModels } from '@drawbridge/models/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

function homeWith(models: object) {
  const folder = scratchFolder()
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ models }))
  return folder
}

const types: readonly (readonly [FakeFamily, string])[] = [
  ['openai-chat', 'openai-compatible'],
  ['openai-responses', 'openai'],
  ['anthropic', 'anthropic'],
  ['gemini', 'google'],
]

describe('drawbridge models test', () => {
  test.each(types)('says what works over %s, and never shows the key', { timeout: 60_000 }, async (family, type) => {
    const fake = await openFakeModels({ answers: [{ calls: [{ name: 'say_word', input: { word: 'drawbridge' } }] }] })
    onTestFinished(() => fake[Symbol.asyncDispose]())
    const price = { input: 3, output: 15 }
    const providers = { ours: { type, url: fake.url(family), key: fake.key, models: { m: { price } } } }
    const folder = homeWith({ default: 'ours/m', providers })
    const tested = await runHere(folder, ['models', 'test', '--json'])
    expect(jsonOf(tested)).toMatchObject({
      model: 'ours/m',
      works: true,
      streams: true,
      tools: true,
      usageReported: true,
    })
    const listed = await runHere(folder, ['models'])
    const explained = await runHere(folder, ['config', 'explain'])
    expect(listed.stdout).toContain(`ours/m  default and small; ${family} at ${fake.url(family)}`)
    for (const { stdout, stderr } of [tested, listed, explained]) expect(`${stdout}${stderr}`).not.toContain(fake.key)
    expect(fake.problems).toEqual([])
  })

  test('ends with 1 and the reason if the key is wrong', { timeout: 60_000 }, async () => {
    const fake = await openFakeModels({ answers: [] })
    onTestFinished(() => fake[Symbol.asyncDispose]())
    const providers = { ours: { type: 'anthropic', url: fake.url('anthropic'), key: 'not the right one' } }
    const tested = await runHere(homeWith({ default: 'ours/m', providers }), ['models', 'test'])
    expect([tested.code, tested.stdout]).toEqual([1, expect.stringContaining('It does not work (authentication)')])
  })

  test('works with environment variables alone', { timeout: 60_000 }, async () => {
    const fake = await openFakeModels({ answers: [{ text: 'drawbridge' }] })
    onTestFinished(() => fake[Symbol.asyncDispose]())
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('DRAWBRIDGE_MODEL', 'm')
    vi.stubEnv('DRAWBRIDGE_MODEL_URL', fake.url('openai-chat'))
    vi.stubEnv('DRAWBRIDGE_MODEL_KEY', fake.key)
    const { code, stdout } = await runHere(homeWith({}), ['models', 'test'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('It did not call the tool')])
    expect(stdout).not.toContain(fake.key)
  })

  test('says how to name a model if there is none', async () => {
    const { code, stderr } = await runHere(homeWith({}), ['models', 'test'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Set DRAWBRIDGE_MODEL')])
  })
})

test("a project's file may set no model", async () => {
  const folder = homeWith({})
  writeFileSync(join(folder.workspace, 'drawbridge.jsonc'), JSON.stringify({ models: { default: 'openai/gpt-5' } }))
  const { code, stderr } = await runHere(folder, ['models'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot set')])
})

test('doctor names a model without a key', async () => {
  const { stdout } = await runHere(homeWith({ default: 'openai/gpt-5', providers: { openai: { type: 'openai' } } }), [
    'doctor',
  ])
  expect(stdout).toMatch(/openai\/gpt-5/)
})

test('what fails while a command closes does not hide why it failed', { timeout: 60_000 }, async () => {
  const folder = homeWith({ default: 'demo/s', providers: { demo: { type: 'scripted', script: 'script.json' } } })
  writeFileSync(join(folder.home, 'script.json'), '[{ "text": "Nobody asks." }]')
  const { code, stderr } = await runHere(folder, ['run', 'go on', '--resume', 'none'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/No conversation is recorded[\s\S]*were never reached/)])
})

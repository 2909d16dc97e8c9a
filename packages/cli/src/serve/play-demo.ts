import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalDialect } from '@drawbridge/core/registry'
import { createScriptedModel, type ScriptedTurn } from '@drawbridge/core/testing'
import type { Drawbridge } from '@drawbridge/sdk'
import { type PlantedProject, plantProject, priceWithMistake } from '../demo/project-files.ts'

/** The rounds after which the scripted agent rests: enough for an hour of answering. */
const rounds = 50

/** Plants the project of the demo with a key in it, and a data folder in which questions wait for an hour. */
export function plantServedProject(): PlantedProject {
  // Made here, because the sources hold nothing that looks like a key.
  const key = `AK${'IA'}${randomBytes(16)
    .toString('base64')
    .replaceAll(/[^A-Z2-7]/gi, 'Q')
    .toUpperCase()
    .slice(0, 16)}`
  const more = {
    'deploy/notes.md': `# How we deploy\n\nThe bucket is corner-shop-prices.\naws_access_key_id = ${key}\n`,
    'build/price.js': '// built\n',
  }
  const project = plantProject({ more, prefix: 'drawbridge-served-demo-' })
  mkdirSync(project.home, { recursive: true, mode: 0o700 })
  const models = { default: 'demo/script', providers: { demo: { type: 'scripted', script: 'script.json' } } }
  writeFileSync(join(project.home, 'script.json'), JSON.stringify(chatScript))
  const configuration = JSON.stringify({ approvals: { waitSeconds: 3_600 }, models })
  writeFileSync(join(project.home, 'drawbridge.jsonc'), configuration, { mode: 0o600 })
  return project
}

/** The answers of the scripted model in the chat: the same to every message, as often as anybody asks. */
const chatScript = Array.from({ length: 200 }, () => [
  {
    text: 'I am a script without a key, so I answer everything alike: I look at what is there.',
    calls: [{ name: 'fs__list_files', input: { path: '.' } }],
  },
  { text: 'That is what the tool found. With a provider in drawbridge.jsonc a real model answers here.' },
]).flat()

/** Returns the script of one round: first what needs no question, then three calls at once that ask. */
function roundOf(node: string): readonly ScriptedTurn[] {
  const runTests = { name: 'runtime.run_command', arguments: { argv: [node, '--test'] } }
  return [
    {
      text: 'I look at what is there.',
      calls: [
        { name: 'fs.list_files', arguments: { path: '.', recursive: true } },
        { name: 'fs.search', arguments: { query: 'count >', path: 'src' } },
        { name: 'fs.read_file', arguments: { path: 'src/price.js' } },
      ],
    },
    {
      text: 'I read how this is deployed. A key in it is taken out before I see it.',
      calls: [{ name: 'fs.read_file', arguments: { path: 'deploy/notes.md' } }],
    },
    {
      text: 'I try something that I should not: to read a file far outside of the project.',
      calls: [{ name: 'fs.read_file', arguments: { path: '../../../../../../../../etc/passwd' } }],
    },
    {
      text: 'I clear the build folder with a command that is blocked.',
      calls: [{ name: 'runtime.exec', arguments: { command: 'rm -rf build' } }],
    },
    { text: 'I misspell a tool.', calls: [{ name: 'fs.raed_file', arguments: { path: 'README.md' } }] },
    {
      text: 'Ten pieces should count as well. I change the comparison, run the tests and publish, if you let me.',
      calls: [
        {
          name: 'fs.edit',
          arguments: { path: 'src/price.js', edits: [{ old: 'count > 10', new: 'count >= 10' }] },
        },
        runTests,
        { name: 'runtime.exec', arguments: { command: 'git push --force origin main' } },
      ],
    },
    { text: 'That was my script.' },
  ]
}

/**
 * Lets a scripted model work in sessions of the owner until the signal is aborted. Its calls take the way of every call, and what needs
 * a person waits in the inbox. A round begins again once its questions are answered.
 */
export async function playDemo(
  drawbridge: Drawbridge,
  { node, signal }: { readonly node: string; readonly signal: AbortSignal },
): Promise<void> {
  const { workspace } = drawbridge
  for (let round = 0; round < rounds && !signal.aborted; round += 1) {
    await using session = drawbridge.openSession({
      principal: { agent: 'demo', user: 'owner', channel: 'scripted model' },
      dialect: canonicalDialect,
      signal,
    })
    session.hear({
      from: 'user',
      text: 'Ten pieces of the same thing should cost a tenth less. Please fix it and publish.',
    })
    const model = createScriptedModel(roundOf(node))
    for (;;) {
      const { calls = [] } = model.next([])
      if (calls.length === 0 || signal.aborted) break
      await Promise.all(calls.map((call) => session.call(call)))
    }
    // The next round finds the mistake again.
    writeFileSync(join(workspace, 'src/price.js'), priceWithMistake)
  }
}

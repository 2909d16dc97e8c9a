import { createMemoryAgentStore } from '@drawbridge/core/virtual'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { openAgentHouse } from './__fixtures__/agent-house.ts'

describeWithProgram('bwrap', 'the sandbox is built from namespaces', () => {
  test('an agent in a sandbox sees its files and the disk as one folder, and its commands the disk alone', async () => {
    await using house = await openAgentHouse(createMemoryAgentStore(), {
      useConfig: false,
      sandbox: { section: { mode: 'all', backend: 'bubblewrap' } },
    })
    await house.create('helper', 'open', { 'SOUL.md': 'kind\n' })
    const ada = await house.session('helper', 'ada')
    expect(await ada.call('runtime.exec', { command: 'echo kind words > notes.txt' })).toMatchObject({ status: 'ok' })
    expect(await ada.say('fs.read_file', { path: 'SOUL.md' })).toBe('kind')
    expect(await ada.call('fs.write_file', { path: 'memory/a.md', content: 'kind to all\n' })).toMatchObject({
      status: 'ok',
    })
    expect(await ada.say('fs.search', { query: 'kind', mode: 'files' })).toBe('SOUL.md\nmemory/a.md\nnotes.txt')
    expect(await ada.say('runtime.exec', { command: 'ls' })).toContain('notes.txt')
    expect(await ada.say('runtime.exec', { command: 'ls' })).not.toContain('SOUL.md')
    expect(await ada.call('runtime.exec', { command: 'cat SOUL.md' })).toMatchObject({ code: 'invalid_target' })
    await ada.call('fs.move', { from: 'memory/a.md', to: 'out.md' })
    expect(await ada.say('runtime.exec', { command: 'cat out.md' })).toContain('kind to all')
  })
})

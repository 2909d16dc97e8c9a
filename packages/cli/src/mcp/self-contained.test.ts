import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { expect, test } from 'vitest'
import { scripted, startsIn } from '../../../mcp-client/src/__fixtures__/open-scene.ts'
import { jsonOf, launcher, runCli } from '../__fixtures__/run-cli.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

async function agree(folder: ScratchFolder, server: string): Promise<string> {
  const { stdout, stderr } = await runCli(folder, ['mcp', 'consent', server])
  const version = /--accept (\w+)/.exec(stderr)?.[1] ?? ''
  expect(await runCli(folder, ['mcp', 'consent', server, '--accept', version])).toMatchObject({ code: 0 })
  return stdout
}

test('a gateway that is a server of itself starts no second one and none of its servers inside, and says why', async () => {
  const folder = scratchFolder()
  const log = join(folder.root, 'starts')
  const place = ['--home', folder.home, '--workspace', folder.workspace]
  const itself = { command: execPath, args: [launcher, 'mcp', ...place, '--approve', 'never'] }
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(
    join(folder.home, 'drawbridge.jsonc'),
    JSON.stringify({
      mcp: { servers: { itself, probe: scripted({ log }) } },
      permissions: { rules: [{ tools: '*', then: 'allow' }] },
    }),
  )
  const call = (tool: string, input: object) =>
    runCli(folder, ['call', tool, JSON.stringify(input), '--json', '--approve', 'always'])

  await agree(folder, 'probe')
  const starts = startsIn(log).length
  const shown = await agree(folder, 'itself')
  expect(shown).toContain('New tool fs__read_file')
  expect(shown).not.toMatch(/New tool mcp__(?:probe|itself)__/)
  const again = await runCli(folder, ['mcp', 'consent', 'itself'])
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Everything of "itself" was agreed to') })

  const inner = await call('mcp.itself.servers__status', {})
  expect(inner.stdout).toContain('was itself started as a server')
  expect(startsIn(log)).toHaveLength(starts)
  expect(jsonOf(await call('mcp.probe.echo', { word: 'outside' }))).toMatchObject({ status: 'ok' })
  expect(startsIn(log)).toHaveLength(starts + 1)
}, 300_000)

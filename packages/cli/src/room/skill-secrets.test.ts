import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { describeWithPrograms } from '../../../../scripts/test-support/describe-with.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'

const value = ['copper', 'lantern', '41', 'willow'].join('-')
const program = 'tides-report'

/** Prints the length of its credential, and the credential too. */
const script = `#!/bin/sh\nprintf 'length %s, tide at %s: %s\\n' "\${#TIDES_KEY}" "$1" "$TIDES_KEY"\n`
const instructions = `---
name: tides
description: Reports tides of a harbour.
allowed-tools: ${program} Bash(*)
metadata:
  drawbridge.env: TIDES_KEY
  drawbridge.programs: ${program}
---
Run ${program} with the harbour.
`

/** A skill of the home whose script needs a secret. Not below `/tmp`, where no file is taken for the operator's. */
function skillFolder(): ScratchFolder & { readonly script: string } {
  const root = realpathSync(mkdtempSync('/var/tmp/drawbridge-skill-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = { root, workspace: join(root, 'workspace'), home: join(root, 'home') }
  const scripts = join(folder.home, 'skills', 'tides', 'scripts')
  mkdirSync(folder.workspace)
  mkdirSync(scripts, { recursive: true, mode: 0o700 })
  writeFileSync(join(scripts, '..', 'SKILL.md'), instructions)
  writeFileSync(join(scripts, 'report.sh'), script, { mode: 0o700 })
  return { ...folder, script: join(scripts, 'report.sh') }
}

const open = ({ workspace, home }: ScratchFolder, agent: string, mode: 'off' | 'all') =>
  createDrawbridge({
    workspace,
    home,
    agent,
    agents: { allowUnknown: true },
    authority: { approvers: [approveEverything] },
    sandbox: { section: { mode } },
  })

async function addProgram(folder: ReturnType<typeof skillFolder>): Promise<void> {
  const added = ['programs', 'add', program, '--path', folder.script, '--stdin', 'TIDES_KEY']
  expect(await runHere(folder, added, value)).toMatchObject({ code: 0 })
}

const reportIn = { name: 'runtime.credentialed_exec', arguments: { binary: program, args: ['Porto'] } }

async function everything(folder: ScratchFolder): Promise<string> {
  const files = readdirSync(folder.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n')
}

describeWithPrograms('bubblewrap', ['bwrap'], 'the script of a skill runs in it', () => {
  test('a skill names a secret and a program: they are told, refused without a grant, and work with one in the sandbox', {
    timeout: 60_000,
  }, async () => {
    const folder = skillFolder()
    await using before = await open(folder, 'coder', 'all')
    const told = await before.openSession().call({ name: 'skill.use', arguments: { name: 'tides' } })
    expect(told.text).toContain(`Its scripts need the programs: ${program}.`)
    expect(told.text).toContain('Its scripts need TIDES_KEY, which only the operator can grant.')
    expect(told.text).toContain(folder.script)
    // Nothing is configured: what the skill names exists for nobody.
    expect((await before.openSession().call(reportIn)).status).not.toBe('ok')

    await addProgram(folder)
    await using ungranted = await open(folder, 'coder', 'all')
    expect((await ungranted.openSession().call(reportIn)).status).not.toBe('ok')
    const plain = { name: 'runtime.exec', arguments: { command: `${folder.script} Porto` } }
    expect((await ungranted.openSession().call(plain)).text).toContain('length 0, tide at Porto')

    expect(await runHere(folder, ['programs', 'grant', program, '--agent', 'coder'])).toMatchObject({ code: 0 })
    await using granted = await open(folder, 'coder', 'all')
    const session = granted.openSession()
    expect(await session.call({ name: 'skill.use', arguments: { name: 'tides' } })).toMatchObject({ status: 'ok' })
    const worked = await session.call(reportIn)
    expect(worked).toMatchObject({ status: 'ok' })
    expect(worked.text).toContain(`length ${value.length}, tide at Porto: [REDACTED]`)
    // A shell never has it, whatever it runs.
    const shells = [`${folder.script} Porto; true`, `sh ${folder.script} Porto`, 'env', 'sh -c env']
    for (const command of shells) {
      const outcome = await session.call({ name: 'runtime.exec', arguments: { command } })
      expect(`${outcome.text}`).not.toContain(`length ${value.length}`)
    }
    const prompt = JSON.stringify(await granted.promptBlocks())
    expect(prompt).toContain('tides')
    expect(prompt).not.toContain(value)
    await using other = await open(folder, 'writer', 'all')
    expect((await other.openSession().call(reportIn)).status).not.toBe('ok')
    const kept = await everything(folder)
    expect(kept).toContain('Porto')
    expect(kept).not.toContain(value)
  })
})

test('a script of a skill in the workspace gets no secret, since whoever writes there could replace it', async () => {
  const folder = skillFolder()
  const own = join(folder.workspace, 'report.sh')
  writeFileSync(own, script, { mode: 0o700 })
  await addProgram({ ...folder, script: own })
  await runHere(folder, ['programs', 'grant', program, '--everyone'])
  await using drawbridge = await open(folder, 'coder', 'off')
  expect(await drawbridge.openSession().call(reportIn)).toMatchObject({ code: 'command_not_found' })
})

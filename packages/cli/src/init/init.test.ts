import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { askChoices } from './ask-choices.ts'
import { startingChoices } from './starting-choices.ts'
import { operatorConfiguration, projectConfiguration } from './starting-configuration.ts'
import { askModel } from './starting-model.ts'

/** The same file with every setting that it has in comments. */
const uncommented = (text: string) => text.replaceAll(/^(\s*)\/\/ (?=["{])/gm, '$1')

describe('init', () => {
  test('writes a configuration for its owner alone, says what it is, and what comes next', async () => {
    const folder = scratchFolder()
    const file = join(folder.home, 'drawbridge.jsonc')
    const { code, stdout, stderr } = await runHere(folder, ['init', '--profile', 'coding', '--home', folder.home])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      `Wrote ${file}.\nProfile coding, mode default, sandbox off. The settings apply to every workspace; a project can only narrow them.\n\n` +
        `Next:\n  drawbridge doctor --home ${folder.home}\n  drawbridge policy tools --home ${folder.home}\n`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const explained = await runHere(folder, ['config', 'explain'])
    expect(explained.stdout).toMatch(/^tools\.profile +"?coding"? +\(.*drawbridge\.jsonc:\d+\)$/m)
  })

  test('writes the model of agents, and refuses one that nothing would reach', async () => {
    const folder = scratchFolder()
    const refused = await runHere(folder, ['init', '--model', 'llama3'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--model-url') })
    const { code, stdout } = await runHere(folder, [
      'init',
      '--model',
      'llama3',
      '--model-url',
      'http://127.0.0.1:9/v1',
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('drawbridge models test')
    const models = await runHere(folder, ['models', 'list', '--json'])
    expect(models.stdout).toContain('"id":"local/llama3","uses":["default","small"]')
    const typed = ['bogus', 'a b c', 'anthropic/claude-x']
    const told: string[] = []
    const terminal = { write: (text: string) => void told.push(text), readLine: async () => typed.shift() }
    const asked = await askModel(terminal, new AbortController().signal)
    expect(asked).toEqual({ model: { id: 'anthropic/claude-x' } })
    expect(told.join('')).toMatch(/"bogus" is not a model of a known provider[\s\S]*at most one address/)
  })

  test('never overwrites a file, and says how to go on', async () => {
    const folder = scratchFolder({ 'drawbridge.jsonc': '{}' })
    const project = await runHere(folder, ['init', '--project'])
    expect(project).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('was left as it is') })
    expect(project.stderr).toContain(`drawbridge policy check --project ${join(folder.workspace, 'drawbridge.jsonc')}`)
    await runHere(folder, ['init'])
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '// mine\n{}')
    expect(await runHere(folder, ['init'])).toMatchObject({ code: 1 })
    expect(readFileSync(join(folder.home, 'drawbridge.jsonc'), 'utf8')).toBe('// mine\n{}')
    expect(readFileSync(join(folder.workspace, 'drawbridge.jsonc'), 'utf8')).toBe('{}')
  })

  test('--config writes elsewhere, --project into the workspace, and --json tells both', async () => {
    const folder = scratchFolder()
    const other = join(folder.root, 'new/other.jsonc')
    const operator = jsonOf(await runHere(folder, ['init', '--config', other, '--json']))
    expect(operator).toMatchObject({
      file: other,
      kind: 'operator',
      next: [`drawbridge doctor --config ${other}`, expect.any(String)],
    })
    const project = jsonOf(await runHere(folder, ['init', '--project', '--json']))
    expect(project).toMatchObject({ file: join(folder.workspace, 'drawbridge.jsonc'), kind: 'project' })
    expect(existsSync(join(folder.home, 'drawbridge.jsonc'))).toBe(false)
  })

  test('a value that does not exist, or one for a project, is a mistake that names the ways out', async () => {
    const folder = scratchFolder()
    expect(await runHere(folder, ['init', '--profile', 'code'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('coding'),
    })
    expect(await runHere(folder, ['init', '--mode', 'bypass'])).toMatchObject({ code: 2 })
    expect(await runHere(folder, ['init', '--project', '--mode', 'plan'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--project'),
    })
    expect(existsSync(join(folder.workspace, 'drawbridge.jsonc'))).toBe(false)
  })

  test('a command that a tool started writes no configuration', async () => {
    const folder = scratchFolder()
    vi.stubEnv('DRAWBRIDGE_PROCESS', 'made-up')
    try {
      expect(await runHere(folder, ['init'])).toMatchObject({
        stdout: '',
        stderr: expect.stringContaining('Only a person can'),
      })
    } finally {
      vi.unstubAllEnvs()
    }
    expect(existsSync(join(folder.home, 'drawbridge.jsonc'))).toBe(false)
  })
})

describe('the files of init', () => {
  const everyAnswer = startingChoices.profile.values.flatMap(({ value: profile }) =>
    startingChoices.mode.values.flatMap(({ value: mode }) =>
      startingChoices.sandbox.values.map(({ value: sandbox }) => operatorConfiguration({ profile, mode, sandbox })),
    ),
  )

  test('are sound with each answer, without a warning', async () => {
    const folder = scratchFolder()
    for (const [index, text] of everyAnswer.entries()) {
      writeFileSync(join(folder.workspace, `${index}.jsonc`), text)
      const checked = await runHere(folder, ['policy', 'check', `${index}.jsonc`, '--json'])
      expect(jsonOf(checked)).toEqual({ problems: [], warnings: [] })
    }
  })

  test('are sound if every setting in comments is used, and its tests hold', async () => {
    const operator = uncommented(operatorConfiguration({ profile: 'coding', mode: 'default', sandbox: 'off' }))
    const folder = scratchFolder({ 'operator.jsonc': operator, 'project.jsonc': uncommented(projectConfiguration()) })
    expect(operator).toMatch(/^ {4}"deny": \["fs\.delete"\]/m)
    expect(jsonOf(await runHere(folder, ['policy', 'check', 'operator.jsonc', '--json']))).toEqual({
      problems: [],
      warnings: [],
    })
    expect(jsonOf(await runHere(folder, ['policy', 'check', '--project', 'project.jsonc', '--json']))).toEqual({
      problems: [],
      warnings: [],
    })
    expect(await runHere(folder, ['policy', 'test', 'operator.jsonc'])).toMatchObject({ code: 0 })
  })
})

describe('the questions of init at a terminal', () => {
  function ask(lines: readonly string[], given = {}) {
    const left = [...lines]
    let shown = ''
    const write = (text: string) => {
      shown += text
    }
    const terminal = { write, readLine: async () => left.shift() }
    return askChoices(given, terminal, new AbortController().signal).then((answers) => ({ answers, shown }))
  }

  test('Enter takes the first value, a number or a word another, and nonsense is asked again', async () => {
    const { answers, shown } = await ask(['', '7', 'accept-edits', '3'])
    expect(answers).toEqual({ profile: 'full', mode: 'accept-edits', sandbox: 'all' })
    expect(shown).toContain('  2  coding: ')
    expect(shown.match(/^> /gm)).toHaveLength(4)
  })

  test('what a flag says is not asked, and a closed terminal ends it', async () => {
    expect((await ask([], { profile: 'coding', mode: 'plan', sandbox: 'off' })).shown).toBe('')
    expect((await ask(['1'])).answers).toBeUndefined()
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../../../scripts/lib/repository-root.ts'
import { describeWithProgram } from '../../../scripts/test-support/describe-with.ts'

const platformNode = `node-${process.platform}-${process.arch}`
const tellsHowItRuns = `process.stdout.write(JSON.stringify([process.version.split('.')[0], ...process.argv.slice(2)]))\n`

type Parts = {
  /** Source of `src/main.ts`. */
  readonly main?: string
  /** Source of `dist/main.js`, which only a packed command has. */
  readonly packed?: string
  readonly withoutRepositoryNode?: boolean
}

/** A repository of its own around a copy of the launcher. */
function plantLauncher({ main = tellsHowItRuns, packed, withoutRepositoryNode = false }: Parts = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-launcher-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const cli = join(root, 'packages/cli')
  for (const folder of ['bin', 'src', 'dist']) mkdirSync(join(cli, folder), { recursive: true })
  cpSync(join(import.meta.dirname, 'drawbridge.js'), join(cli, 'bin/drawbridge.js'))
  chmodSync(join(cli, 'bin/drawbridge.js'), 0o755)
  writeFileSync(join(cli, 'package.json'), '{"type":"module"}')
  writeFileSync(join(cli, 'src/main.ts'), main)
  if (packed !== undefined) writeFileSync(join(cli, 'dist/main.js'), packed)
  if (!withoutRepositoryNode) {
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(repositoryRoot, 'node_modules', platformNode), join(root, 'node_modules', platformNode))
  }
  return join(cli, 'bin/drawbridge.js')
}

/** Starts the launcher by its absolute path, from another folder, with the given Node first on PATH. */
function launch(launcher: string, args: readonly string[], node: string): ChildProcess {
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    XDG_CACHE_HOME: join(dirname(launcher), '../cache'),
  }
  return spawn(launcher, args, { cwd: tmpdir(), env })
}

async function outcomeOf(child: ChildProcess) {
  const [stdout, stderr] = [text(child.stdout!), text(child.stderr!)]
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, signal, stdout: await stdout, stderr: await stderr }
}

const run = (launcher: string, args: readonly string[], node: string) => outcomeOf(launch(launcher, args, node))

describe('on a Node that is young enough', () => {
  const node = process.execPath

  test('it runs the sources with the arguments as given', async () => {
    const { code, stdout, stderr } = await run(plantLauncher(), ['call', 'fs.read_file', '{"path":"a b"}'], node)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(['v24', 'call', 'fs.read_file', '{"path":"a b"}'])
  })

  test('it runs the compiled modules if they exist', async () => {
    const launcher = plantLauncher({ packed: `process.stdout.write('packed')\n` })
    expect(await run(launcher, [], node)).toMatchObject({ code: 0, stdout: 'packed' })
  })

  test('sources find each other, and those of packages, and one that is missing is named', async () => {
    const launcher = plantLauncher({
      main: `import { one } from './part/one.ts'\nimport { three } from '@drawbridge/three'\nconsole.log(one + three)\nawait import('./gone.ts')\n`,
    })
    const root = join(dirname(launcher), '../../..')
    for (const [path, text] of Object.entries({
      'packages/cli/src/part/one.ts': `import { two } from '../two.ts'\nexport const one: number = 1 + two\n`,
      'packages/cli/src/two.ts': 'export const two: number = 2\n',
      'node_modules/@drawbridge/three/package.json': '{"type": "module", "exports": "./three.js"}',
      'node_modules/@drawbridge/three/three.js': `import { four } from './four.js'\nexport const three = 3 + four\n`,
      'node_modules/@drawbridge/three/four.js': 'export const four = 4\n',
    })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const { code, stdout, stderr } = await run(launcher, [], node)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '10\n' })
    expect(stderr).toContain('gone.ts')
  })

  test('the exit code is that of the command', async () => {
    expect(await run(plantLauncher({ main: 'process.exitCode = 3\n' }), [], node)).toMatchObject({ code: 3 })
  })

  test('the warning about SQLite stays away, others come through', async () => {
    const main = `process.emitWarning('SQLite is new', 'ExperimentalWarning')\nprocess.emitWarning('Mind the gap', 'ExperimentalWarning')\n`
    const { stderr } = await run(plantLauncher({ main }), [], node)
    expect(stderr).toContain('Mind the gap')
    expect(stderr).not.toContain('SQLite')
  })
})

test('on Windows the command says why it does not start, in the words of the library, and what to do', async () => {
  const windows = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})'
  const child = spawn(process.execPath, ['--import', windows, plantLauncher(), 'tools'])
  const { code, stdout, stderr } = await outcomeOf(child)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  const library = new URL('../../core/src/index.ts', import.meta.url).href
  const report = `import(${JSON.stringify(library)}).catch(({ message }) => console.error('drawbridge: ' + message))`
  expect(await outcomeOf(spawn(process.execPath, ['--import', windows, '-e', report]))).toMatchObject({ stderr })
})

describeWithProgram('node-20', 'the launcher has to get away from a Node that is too old', (node20) => {
  test('it runs the sources on the Node of the repository', async () => {
    const { code, stdout, stderr } = await run(plantLauncher(), ['tools', '--json'], node20)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(['v24', 'tools', '--json'])
  })

  test('standard input and exit code pass through', async () => {
    const main = `import { text } from 'node:stream/consumers'\nprocess.stdout.write(await text(process.stdin))\nprocess.exitCode = 3\n`
    const child = launch(plantLauncher({ main }), [], node20)
    child.stdin!.end('{"path":"a"}')
    expect(await outcomeOf(child)).toMatchObject({ code: 3, stdout: '{"path":"a"}' })
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s reaches the command, which ends in its own way',
    async (signal) => {
      const main = `process.on('${signal}', () => { console.log('heard'); process.exit(4) })\nsetInterval(() => {}, 1000)\nconsole.log('ready')\n`
      const child = launch(plantLauncher({ main }), [], node20)
      child.stdout!.once('data', () => child.kill(signal))
      expect(await outcomeOf(child)).toMatchObject({ code: 4, stdout: 'ready\nheard\n' })
    },
  )

  test('a command that dies by a signal makes the launcher die by the same', async () => {
    const main = `process.kill(process.pid, 'SIGTERM')\nsetInterval(() => {}, 1000)\n`
    expect(await run(plantLauncher({ main }), [], node20)).toMatchObject({ code: null, signal: 'SIGTERM' })
  })

  test('a launcher that is killed outright leaves no command behind', async () => {
    const main = `process.on('SIGTERM', () => { console.log('ended'); process.exit() })\nsetInterval(() => {}, 1000)\nconsole.log('ready')\n`
    const child = launch(plantLauncher({ main }), [], node20)
    child.stdout!.once('data', () => child.kill('SIGKILL'))
    expect(await text(child.stdout!)).toBe('ready\nended\n')
  })

  test('without a Node of the repository it says which is needed and what to do', async () => {
    const { code, stdout, stderr } = await run(plantLauncher({ withoutRepositoryNode: true }), [], node20)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^drawbridge: Drawbridge needs Node 24 or newer; this is v20\.\S+ Run `npm ci` in the repository/,
    )
  })

  test('packed and without such a Node it asks for 22.18', async () => {
    const launcher = plantLauncher({ packed: '', withoutRepositoryNode: true })
    const { code, stderr } = await run(launcher, [], node20)
    expect(code).toBe(2)
    expect(stderr).toContain('Drawbridge needs Node 22.18 or newer')
  })
})

import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ContainerEngine,
  type EnginePrograms,
  startContainerEngine,
} from '../../packages/sandbox/src/docker/__fixtures__/container-engine.ts'

/** The build takes no network, and so does what is tried. */
const offline = '--network=none'
const image = 'localhost/drawbridge'
/** The recipe of the image, below the root of the repository. */
export const containerfile = 'deploy/Containerfile'
const url = 'http://127.0.0.1:8787/healthz'

/**
 * Builds `deploy/Containerfile` from an installation, on a base of this machine's Node in place of the official image, and runs the image
 * as `docs/operate.md` says: for a user who is not the superuser, on a file system that cannot be written.
 * @returns what went wrong.
 */
export async function tryContainer(root: string, installation: string, programs: EnginePrograms): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-container-'))
  try {
    await using engine = await startContainerEngine(programs)
    importBase(engine, folder, programs)
    const context = join(folder, 'context')
    cpSync(join(installation, 'node_modules'), join(context, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    const file = join(root, containerfile)
    const base = ['--build-arg', 'BASE=localhost/base:1']
    engine.run('build', offline, '--isolation=oci', ...base, '--file', file, '--tag', image, context)
    return await serve(engine)
  } catch (error) {
    const { message, stderr } = error as Error & { readonly stderr?: string }
    return [`The image of ${containerfile}: ${message}\n${stderr ?? ''}`]
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs the image, and returns what it does otherwise than it should. */
async function serve({ run }: ContainerEngine): Promise<string[]> {
  const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
  const id = run('run', '--detach', offline, ...hardened, '--volume', 'data:/data', image).trim()
  const ask = `fetch('${url}').then(async (answer) => console.log(answer.status, await answer.text()), () => console.log('none'))`
  let health = ''
  for (let tries = 0; tries < 120 && !health.startsWith('200'); tries += 1) {
    health = run('exec', id, 'node', '--eval', ask).trim()
    if (!health.startsWith('200')) await wait(250)
  }
  const user = run('exec', id, 'id', '-u').trim()
  run('stop', '--time', '30', id)
  const code = run('inspect', '--format', '{{.State.ExitCode}}', id).trim()
  const expected = { health: '200 {"status":"ok"}', user: '1000', code: '0' }
  return Object.entries({ health, user, code }).flatMap(([what, found]) => {
    const wanted = expected[what as keyof typeof expected]
    return found === wanted ? [] : [`In a container, ${what} is ${found} and not ${wanted}:\n${run('logs', id)}`]
  })
}

/** Makes the stand-in for the image of Node: its program with what it is linked to, a shell, and the account that the image has too. */
function importBase({ run }: ContainerEngine, folder: string, { busybox }: EnginePrograms): void {
  const base = join(folder, 'base')
  for (const name of ['bin', 'etc', 'proc', 'dev', 'sys', 'run', 'tmp', 'usr/bin'])
    mkdirSync(join(base, name), { recursive: true })
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(base, to)), { recursive: true })
    copyFileSync(from, join(base, to))
    chmodSync(join(base, to), 0o755)
  }
  copy(busybox, 'bin/busybox')
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n')
  for (const name of applets) if (name !== 'busybox') symlinkSync('busybox', join(base, 'bin', name))
  copy(process.execPath, 'usr/bin/node')
  for (const [, library = ''] of execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).matchAll(/(\/\S+) \(/g))
    copy(library, library)
  writeFileSync(join(base, 'etc/passwd'), 'root:x:0:0:root:/:/bin/sh\nnode:x:1000:1000:node:/tmp:/bin/sh\n')
  chmodSync(base, 0o755)
  const archive = join(folder, 'base.tar')
  execFileSync('tar', ['-C', base, '-cf', archive, '.'])
  run('import', '--change', 'ENV PATH=/usr/bin:/bin', archive, 'localhost/base:1')
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/** A container engine of a test's own, with a storage of its own: nothing of this machine's engine is touched. */
export interface ContainerEngine extends AsyncDisposable {
  readonly socket: string
  /** Name of an image with a shell and the usual small programs. */
  readonly image: string
  /** Kills the engine, not its containers. */
  stop(): Promise<void>
  /** Starts it again with the same storage. */
  restart(): Promise<void>
  /** Makes the same image once more, with changes as in a Dockerfile. Resolves to its name. */
  changed(name: string, ...changes: readonly string[]): string
  /** Runs the engine's own command. */
  run(...args: readonly string[]): string
}

export interface EnginePrograms {
  readonly podman: string
  readonly runc: string
  readonly busybox: string
}

/** Starts Podman's service and gives it an image that is made of one static program, without a network. */
export async function startContainerEngine({ podman, runc, busybox }: EnginePrograms): Promise<ContainerEngine> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-engine-')))
  const at = (name: string) => join(root, name)
  for (const folder of ['storage', 'run', 'tmp', 'image']) mkdirSync(at(folder))
  // Where limits cannot be raised, Podman's own defaults are more than what is allowed.
  const settings = [
    '[containers]',
    'default_ulimits=["nofile=1024:1024","nproc=1024:1024"]',
    '[engine]',
    `runtime="runc"`,
    'cgroup_manager="cgroupfs"',
    'events_logger="file"',
    // Each program leaves a watcher behind for so many seconds.
    'exit_command_delay=10',
    '[engine.runtimes]',
    `runc=["${runc}"]`,
  ]
  writeFileSync(at('containers.conf'), `${settings.join('\n')}\n`)
  writeFileSync(at('storage.conf'), `[storage]\ndriver="vfs"\ngraphroot="${at('storage')}"\nrunroot="${at('run')}"\n`)
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    CONTAINERS_CONF: at('containers.conf'),
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
    TMPDIR: at('tmp'),
  }
  const storage = ['--root', at('storage'), '--runroot', at('run'), '--tmpdir', at('tmp')]
  const run = (...args: readonly string[]) =>
    execFileSync(podman, [...storage, ...args], { cwd: root, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const socket = at('engine.sock')
  let service: ChildProcess | undefined

  const start = async () => {
    rmSync(socket, { force: true })
    service = spawn(podman, [...storage, 'system', 'service', '--time=0', `unix://${socket}`], {
      // Where memory is not enough, it leaves a file in its working folder.
      cwd: root,
      env: environment,
      stdio: 'ignore',
    })
    for (let tries = 0; !(await answers(socket)); tries += 1) {
      if (tries > 600) throw new Error('The container engine does not answer.')
      await wait(50)
    }
  }
  const stop = async () => {
    const ending = service
    service = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }

  const image = 'localhost/drawbridge-test:1'
  buildImage(at('image'), busybox)
  execFileSync('tar', ['-C', at('image'), '-cf', at('image.tar'), '.'])
  run('import', at('image.tar'), image)
  await start()
  return {
    socket,
    image,
    run,
    changed: (name, ...changes) => {
      const other = `localhost/drawbridge-${name}:1`
      run('import', ...changes.flatMap((change) => ['--change', change]), at('image.tar'), other)
      return other
    },
    stop,
    restart: start,
    [Symbol.asyncDispose]: async () => {
      try {
        run('rm', '--all', '--force', '--time', '0')
      } finally {
        await stop()
        for (const pid of watchersOf(root)) end(pid)
        rmSync(root, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  }
}

/** What the engine left to watch over containers that are gone: with its storage, they would bring that back. */
function watchersOf(root: string): readonly number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`${root}/`)
    } catch {
      return false
    }
  })
}

/** One that ended on its own meanwhile is not an error. */
function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function buildImage(folder: string, busybox: string): void {
  for (const name of ['bin', 'etc', 'proc', 'dev', 'sys', 'run', 'tmp', 'var/tmp']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  const program = join(folder, 'bin', 'busybox')
  copyFileSync(busybox, program)
  chmodSync(program, 0o755)
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n')
  for (const name of applets) if (name !== 'busybox') symlinkSync('busybox', join(folder, 'bin', name))
  writeFileSync(join(folder, 'etc', 'passwd'), 'root:x:0:0:root:/:/bin/sh\n')
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

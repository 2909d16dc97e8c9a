import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { lstatSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ProcessResult, ProcessSettings } from '@drawbridge/core/machine'
import type { PathDenials } from '@drawbridge/core/target'
import { createHostMachine } from '../../create-host-machine.ts'
import { testPrincipal } from '@drawbridge/core/testing'
import { createContainment } from '../containment.ts'

/** The words that no contained command may ever print. */
export const secret = 'tell-no-one-4711'

export interface ContainedScene extends AsyncDisposable {
  readonly root: string
  readonly workspace: string
  at(name: string): string
  /** Runs a line contained, or an argv. */
  run(command: string | readonly string[], denials?: PathDenials, settings?: Settings): Promise<ContainedResult>
  /** Prepares the sandbox of the next command. Resolves to the number of those that wait. */
  prepare(): Promise<number>
  /** The process namespaces of the sandboxes that wait for a command, or run one, as the kernel names them. */
  namespaces(): readonly string[]
  /** Names, kinds, modes and contents of everything that the test owns. */
  snapshot(): string
}

type Settings = Pick<ProcessSettings, 'environment' | 'stdin'>

export interface ContainedResult extends ProcessResult {
  readonly text: string
  readonly errors: string
  readonly code: number
}

/**
 * A workspace with secrets of every sort in and around it, outside of `/tmp`.
 * @param isPrepared True if each command but the first runs in a sandbox that was prepared for it. Default false.
 */
export async function openContainedScene({ isPrepared = false } = {}): Promise<ContainedScene> {
  const root = realpathSync(mkdtempSync('/var/tmp/drawbridge-contained-'))
  const at = (name: string) => join(root, name)
  const put = (name: string, text = secret) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  put('workspace/a.txt', 'hello')
  put('workspace/b.json', '{"a":1}')
  for (const name of ['.env', 'deep/a/id_rsa', 'keys/server.pem', '.drawbridge/x', 'closed/notes.txt']) {
    put(`workspace/${name}`)
  }
  put('workspace/node_modules/x/index.js', '')
  for (const name of ['user/.ssh/id_rsa', 'user/notes.txt', 'home/key', 'elsewhere/notes.txt']) put(name)
  symlinkSync('.env', at('workspace/link'))
  symlinkSync(at('user'), at('workspace/up'))
  symlinkSync(at('elsewhere/notes.txt'), at('workspace/other'))
  const git = (...words: string[]) => execFileSync('git', ['-C', at('workspace'), ...words], { stdio: 'ignore' })
  git('init', '-q')
  git('add', 'a.txt')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'one')
  chmodSync(at('home'), 0o700)
  const containment = createContainment({
    scratch: at('home/contained'),
    userHome: at('user'),
    searchPath: process.env.PATH ?? '',
    prepares: isPrepared,
  })
  const places = {
    workspace: at('workspace'),
    home: at('home'),
    userHome: at('user'),
    denied: [at('workspace/closed')],
  }
  const place = containment.in(places)
  const machine = createHostMachine({
    ...places,
    containment: place,
    environment: { ...process.env, HOME: at('user'), TOKEN_OF_TEST: secret },
  })
  const shell = realpathSync('/bin/bash')

  return {
    root,
    workspace: places.workspace,
    at,
    run: async (command, denials, settings = {}) => {
      const isLine = typeof command === 'string'
      const argv = isLine ? ['bash', '--noprofile', '--norc', '-c', '--', command] : command
      const file = isLine ? shell : realpathSync(which(argv[0] ?? ''))
      const what = isLine ? { line: command } : { argv: command }
      const runner = machine.processes({
        targets: [],
        invocations: [
          { command: what, argv, program: { name: isLine ? '/bin/bash' : (argv[0] ?? ''), path: file }, cwd: places.workspace },
        ],
        principal: testPrincipal,
        signal: new AbortController().signal,
        contained: true,
        denials,
      })
      if (isPrepared) await containment.prepare()
      const result = await runner.run({ ...settings, ...what, cwd: places.workspace, timeoutMs: 60_000 })
      return {
        ...result,
        text: Buffer.from(result.stdout.head).toString(),
        errors: Buffer.from(result.stderr.head).toString(),
        code: result.end.kind === 'exited' ? result.end.exitCode : -1,
      }
    },
    prepare: () => containment.prepare(),
    namespaces: () => namespacesAt(places.workspace),
    snapshot: () => [...stateOf(at('workspace')), ...stateOf(at('user')), ...stateOf(at('elsewhere'))].join('\n'),
    [Symbol.asyncDispose]: async () => {
      await containment[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function which(name: string): string {
  if (name.startsWith('/')) return name
  const found = (process.env.PATH ?? '').split(':').find((folder) => existsSync(join(folder, name)))
  return join(found ?? '/usr/bin', name)
}

/** Returns the namespaces in which a folder is a mount, as it is in sandboxes only. */
export function namespacesAt(folder: string): readonly string[] {
  const found = readdirSync('/proc').flatMap((pid) => {
    try {
      const isInside = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/mountinfo`, 'latin1').includes(` ${folder} `)
      return isInside ? [readlinkSync(`/proc/${pid}/ns/pid`)] : []
    } catch {
      return []
    }
  })
  return [...new Set(found)]
}

function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    const { mode, mtimeMs, nlink } = lstatSync(path)
    const line = `${path} ${mode.toString(8)} ${mtimeMs} ${nlink}`
    if (entry.isDirectory()) return [line, ...stateOf(path)]
    return [entry.isFile() ? `${line} ${readFileSync(path, 'latin1')}` : line]
  })
}

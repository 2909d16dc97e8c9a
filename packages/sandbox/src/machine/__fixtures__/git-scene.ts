import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testPrincipal } from '@drawbridge/core/testing'
import { createBubblewrapBackend } from '../../bubblewrap/index.ts'
import { createTargetResolver } from '../../target/create-target-resolver.ts'
import { createSandboxMachine, type SandboxMachineOptions } from '../create-sandbox-machine.ts'

export interface GitScene extends AsyncDisposable {
  readonly root: string
  at(path: string): string
  /** Writes a file with its folders. Relative to the root. */
  file(path: string, content: string): string
  text(path: string): string | undefined
  move(from: string, to: string): void
  /** Creates a repository with one commit. */
  createRepository(folder: string): void
  /** Returns the text of all files in a folder by name, except those that commits change unless `isWhole`. */
  state(folder: string, options?: { readonly isWhole: boolean }): Readonly<Record<string, string>>
  /** Runs git on the machine itself. */
  git(folder: string, ...words: readonly string[]): string
  /** Runs a script in a sandbox around a folder, and returns both streams and the notices. */
  shell(workspace: string, script: string, options?: Partial<SandboxMachineOptions>): Promise<string>
}

/** True if commits in the worktree "tree" may change a file of the main repository. */
function isCommitted(name: string): boolean {
  const own = /^worktrees\/tree\/(?!commondir|gitdir|config|modules)/
  return own.test(name) || /^(objects|refs|logs\/refs)\/(?!info|replace)/.test(name)
}

/** A person's home with room for repositories; it is not below `/tmp`, which sandboxes have of their own. */
export function createGitScene(): GitScene {
  const root = realpathSync(mkdtempSync('/var/tmp/drawbridge-git-'))
  const at = (path: string) => join(root, path)
  for (const folder of ['user', 'data']) mkdirSync(at(folder))
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c' }
  const environment = {
    ...author,
    PATH: process.env.PATH,
    HOME: at('user'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'file',
  }
  const git: GitScene['git'] = (folder, ...words) => {
    const options = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']
    const settings = { cwd: at(folder), env: environment, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', [...options, ...words], settings)
  }
  const file: GitScene['file'] = (path, content) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), content)
    return at(path)
  }
  const backend = createBubblewrapBackend({ scratch: at('data/sandbox'), userHome: at('user'), ownFiles: [] })
  return {
    root,
    at,
    file,
    text: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined),
    move: (from, to) => renameSync(at(from), at(to)),
    createRepository: (folder) => {
      file(`${folder}/a`, 'a\n')
      git(folder, 'init', '-q')
      git(folder, 'add', '.')
      git(folder, 'commit', '-qm', 'one')
    },
    state: (folder, { isWhole } = { isWhole: false }) => {
      const names = (readdirSync(at(folder), { recursive: true }) as string[]).filter((name) => isWhole || !isCommitted(name))
      const textOf = (path: string) => (statSync(path).isFile() ? readFileSync(path, 'latin1') : 'a folder')
      return Object.fromEntries(names.sort().map((name) => [name, textOf(join(at(folder), name))]))
    },
    git,
    shell: async (workspace, script, options = {}) => {
      const machine = createSandboxMachine({
        workspace: at(workspace),
        home: at('data'),
        userHome: at('user'),
        backend,
        settings: { backend: 'bubblewrap', workspace: 'write', network: 'none', limits: {}, scope: 'session' },
        key: 'k',
        environment: { PATH: process.env.PATH },
        ...options,
      })
      const argv = ['sh', '-c', script]
      const resolution = await createTargetResolver(machine.resolverOptions).resolve([{ kind: 'command', argv }], testPrincipal)
      if (resolution.status !== 'resolved') throw new Error(resolution.failure.message)
      const { signal } = new AbortController()
      const runner = machine.processes({ ...resolution, principal: testPrincipal, signal })
      const result = await runner.run({ argv, cwd: at(workspace), timeoutMs: 60_000, environment: author })
      const { stdout, stderr } = result
      const printed = [stdout.head, stdout.tail, stderr.head, stderr.tail].map((part) => Buffer.from(part).toString()).join('')
      return [printed, ...(result.notices ?? [])].join('\n')
    },
    [Symbol.asyncDispose]: async () => {
      await backend[Symbol.asyncDispose]()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
